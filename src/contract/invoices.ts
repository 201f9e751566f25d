import type { Static } from 'typebox'
import { endpoint, subjectsOfOrders } from './endpoint.ts'
import type * as schema from './invoices.schema.ts'

export type OwnInvoice = Static<typeof schema.OwnInvoice>
export type AdminInvoice = Static<typeof schema.AdminInvoice>
export type InvoicePreview = Static<typeof schema.ofOrder.reply>['preview']
export type InvoiceAgreement = Omit<Static<typeof schema.agreement.reply>, 'success'>

const access = { caller: 'admin', permission: 'money.read' } as const

export const adminInvoiceApi = {
  list: endpoint<typeof schema.list>({
    ...access,
    method: 'GET',
    path: '{shop}/admin/invoices',
    shows: ['invoice', ...subjectsOfOrders],
    summary: 'One page of invoices, newest first, with how many wait for somebody',
  }),
  ofOrder: endpoint<typeof schema.ofOrder>({
    ...access,
    method: 'GET',
    path: '{shop}/admin/order/:id/invoices',
    shows: ['invoice', ...subjectsOfOrders],
    summary: 'The invoices of an order, and what a refund would mean for them',
  }),
  agreement: endpoint<typeof schema.agreement>({
    ...access,
    method: 'GET',
    path: '{shop}/admin/invoices/agreement',
    permission: 'payment.record',
    shows: ['invoice', ...subjectsOfOrders],
    summary: 'Invoices and allowances of two months beside the books, and where they differ',
  }),
  retryAll: endpoint<typeof schema.retryAll>({
    ...access,
    method: 'POST',
    path: '{shop}/admin/invoices/retry',
    permission: 'payment.record',
    action: 'invoice.retry',
    summary: 'Try all again that was refused or got no answer',
    ignoresBody: true,
  }),
  retry: endpoint<typeof schema.retry>({
    ...access,
    method: 'POST',
    path: '{shop}/admin/invoice/:id/retry',
    permission: 'payment.record',
    action: 'invoice.retry',
    summary: 'Try an invoice and its allowances again',
    ignoresBody: true,
  }),
  reissue: endpoint<typeof schema.reissue>({
    ...access,
    method: 'POST',
    path: '{shop}/admin/invoice/:id/reissue',
    permission: 'refund.write',
    action: 'invoice.reissue',
    isSensitive: true,
    summary: 'Make an invoice void and issue it anew, with another choice if one is given',
  }),
}
