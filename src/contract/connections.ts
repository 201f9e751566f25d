import type { Static } from 'typebox'
import type * as schema from './connections.schema.ts'
import { endpoint } from './endpoint.ts'

export type SmtpValues = Static<typeof schema.SmtpValues>

/** Settings with a secret in them, which no reply gives back. */
export interface ConnectionValues {
  smtp: SmtpValues
}

export type ConnectionGroup = keyof ConnectionValues

export const defaultConnections: ConnectionValues = {
  smtp: { host: '', port: 587, security: 'starttls', account: '', from: '' },
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
}
