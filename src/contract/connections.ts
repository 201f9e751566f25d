import type { Static } from 'typebox'
import type { BackupBucketValues } from './backups.ts'
import type * as schema from './connections.schema.ts'
import { endpoint } from './endpoint.ts'
import type { LineMessagesValues as LineMessagesValuesSchema } from './line-messages.schema.ts'
import type { LinePayValues as LinePayValuesSchema } from './line-pay-settings.schema.ts'
import type { LogisticsContract } from './stores.ts'

export type SmtpValues = Static<typeof schema.SmtpValues>
export type GatewayValues = Static<typeof schema.GatewayValues>
export type InvoiceAccountValues = Static<typeof schema.InvoiceAccountValues>
export type LineMessagesValues = Static<typeof LineMessagesValuesSchema>
export type LinePayValues = Static<typeof LinePayValuesSchema>
export type LogisticsValues = Static<typeof schema.LogisticsValues>
export type LineLoginValues = Static<typeof schema.LineLoginValues>

/** Settings with a secret in them, which no reply gives back. */
export interface ConnectionValues {
  smtp: SmtpValues
  gateway: GatewayValues
  linePay: LinePayValues
  lineMessages: LineMessagesValues
  logistics: LogisticsValues
  invoice_account: InvoiceAccountValues
  lineLogin: LineLoginValues
  backupBucket: BackupBucketValues
}

/** The merchant that ECPay publishes for its stage. */
export const publishedMerchantId = '3002607'
/** The merchants of logistics that ECPay publishes for its stage. */
export const publishedLogistics: Record<LogisticsContract, string> = {
  C2C: '2000933',
  B2C: '2000132',
}

/** The merchant of invoices that ECPay publishes for its stage. */
export const publishedInvoiceMerchant = '2000132'

export type ConnectionGroup = keyof ConnectionValues

export const defaultConnections: ConnectionValues = {
  smtp: { host: '', port: 587, security: 'starttls', account: '', from: '' },
  gateway: {
    provider: 'demonstration',
    is_trial: true,
    merchant_id: '',
    captures_automatically: true,
  },
  linePay: { is_on: false, is_trial: true, channel_id: '', captures_automatically: true },
  lineMessages: { is_on: false, line_id: '' },
  logistics: {
    provider: 'none',
    is_trial: true,
    merchant_id: '',
    contract: 'C2C',
    sender_name: '',
    sender_phone: '',
  },
  invoice_account: { provider: 'none', is_trial: true, merchant_id: '' },
  lineLogin: { is_on: false, channel_id: '' },
  backupBucket: { is_on: false, endpoint: '', region: 'us-east-1', bucket: '', access_key_id: '' },
}

/** The accounts of the shop outside; `version` as in `adminSettingsApi`. */
export const connectionsApi = {
  readSmtp: endpoint<typeof schema.readSmtp>({
    method: 'GET',
    path: '{shop}/admin/settings/smtp',
    caller: 'admin',
    permission: 'setting.write',
    shows: ['setting'],
    summary: 'The mail server of the shop, without its password',
  }),
  updateSmtp: endpoint<typeof schema.updateSmtp>({
    method: 'PUT',
    path: '{shop}/admin/settings/smtp',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change the mail server of the shop',
  }),
  testSmtp: endpoint<typeof schema.testSmtp>({
    method: 'POST',
    path: '{shop}/admin/settings/smtp/test',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.test_mail',
    changes: [],
    summary: "Send a mail to the caller's own address by a mail server; nothing is saved",
  }),
  readGateway: endpoint<typeof schema.readGateway>({
    method: 'GET',
    path: '{shop}/admin/settings/gateway',
    caller: 'admin',
    permission: 'setting.write',
    shows: ['setting'],
    summary: 'Who takes payments, with the last four characters of each key',
  }),
  updateGateway: endpoint<typeof schema.updateGateway>({
    method: 'PUT',
    path: '{shop}/admin/settings/gateway',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change who takes payments',
  }),
  testGateway: endpoint<typeof schema.testGateway>({
    method: 'POST',
    path: '{shop}/admin/settings/gateway/test',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.test_gateway',
    changes: [],
    summary: 'Ask the gateway for a trade that does not exist, to prove the keys; nothing is saved',
  }),
  readLogistics: endpoint<typeof schema.readLogistics>({
    method: 'GET',
    path: '{shop}/admin/settings/logistics',
    caller: 'admin',
    permission: 'setting.write',
    shows: ['setting'],
    summary: 'Who brings parcels to convenience stores, with the last four characters of each key',
  }),
  updateLogistics: endpoint<typeof schema.updateLogistics>({
    method: 'PUT',
    path: '{shop}/admin/settings/logistics',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change who brings parcels to convenience stores, and who sends them',
  }),
  testLogistics: endpoint<typeof schema.testLogistics>({
    method: 'POST',
    path: '{shop}/admin/settings/logistics/test',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.test_logistics',
    changes: [],
    summary: 'Ask for the stores of one chain, to prove the keys; nothing is saved',
  }),
  readInvoiceAccount: endpoint<typeof schema.readInvoiceAccount>({
    method: 'GET',
    path: '{shop}/admin/settings/invoice-account',
    caller: 'admin',
    permission: 'setting.write',
    shows: ['setting'],
    summary: 'Who issues e-invoices, with the last four characters of each key',
  }),
  updateInvoiceAccount: endpoint<typeof schema.updateInvoiceAccount>({
    method: 'PUT',
    path: '{shop}/admin/settings/invoice-account',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change who issues e-invoices',
  }),
  testInvoiceAccount: endpoint<typeof schema.testInvoiceAccount>({
    method: 'POST',
    path: '{shop}/admin/settings/invoice-account/test',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.test_invoices',
    changes: [],
    summary: 'Ask how many invoice numbers are left, to prove the keys; nothing is saved',
  }),
  readLineLogin: endpoint<typeof schema.readLineLogin>({
    method: 'GET',
    path: '{shop}/admin/settings/line-login',
    caller: 'admin',
    permission: 'setting.write',
    shows: ['setting'],
    summary:
      'The channel by which members sign in at LINE, with the last four characters of its secret',
  }),
  updateLineLogin: endpoint<typeof schema.updateLineLogin>({
    method: 'PUT',
    path: '{shop}/admin/settings/line-login',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change the channel by which members sign in at LINE, or whether they do',
  }),
}
