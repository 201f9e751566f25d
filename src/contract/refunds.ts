import type { Static } from 'typebox'
import { endpoint, subjectsOfOrders } from './endpoint.ts'
import type * as schema from './refunds.schema.ts'

export type ListedRefund = Static<typeof schema.ListedRefund>

export type RefundAccount = Static<typeof schema.account.data>

export const refundApi = {
  account: endpoint<typeof schema.account>({
    method: 'PUT',
    path: '{shop}/order/:id/refund-account',
    caller: 'shopper',
    takesAccess: 'mailed',
    summary: 'Where money that no gateway gives back is remitted to',
  }),
}

export const adminRefundApi = {
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/order/:id/refund',
    caller: 'admin',
    permission: 'refund.write',
    action: 'refund.create',
    summary: 'Refund what an order was paid, or a part of it (honours Idempotency-Key)',
  }),
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/refunds',
    caller: 'admin',
    permission: 'money.read',
    shows: subjectsOfOrders,
    summary:
      'One page of refunds: those that wait for the staff or of a state, the oldest first; all, the newest first',
  }),
  complete: endpoint<typeof schema.complete>({
    method: 'POST',
    path: '{shop}/admin/refund/:id/done',
    caller: 'admin',
    permission: 'refund.write',
    action: 'refund.complete',
    isSensitive: true,
    summary: 'Mark a refund as remitted by hand',
  }),
  retry: endpoint<typeof schema.redirect>({
    method: 'POST',
    path: '{shop}/admin/refund/:id/retry',
    caller: 'admin',
    permission: 'refund.write',
    action: 'refund.retry',
    summary: 'Send a failed refund once more',
    ignoresBody: true,
  }),
  byHand: endpoint<typeof schema.redirect>({
    method: 'POST',
    path: '{shop}/admin/refund/:id/manual',
    caller: 'admin',
    permission: 'refund.write',
    action: 'refund.by_hand',
    isSensitive: true,
    summary: 'Remit a refund by hand instead of through the gateway',
    ignoresBody: true,
  }),
  drop: endpoint<typeof schema.redirect>({
    method: 'POST',
    path: '{shop}/admin/refund/:id/drop',
    caller: 'admin',
    permission: 'refund.write',
    action: 'refund.drop',
    summary: 'Close a failed refund that is no longer needed',
    ignoresBody: true,
  }),
  ask: endpoint<typeof schema.redirect>({
    method: 'POST',
    path: '{shop}/admin/refund/:id/ask',
    caller: 'admin',
    permission: 'refund.write',
    action: 'refund.ask',
    summary: 'Ask the gateway once more for a refund that it gave no answer to',
    ignoresBody: true,
  }),
  seenDone: endpoint<typeof schema.redirect>({
    method: 'POST',
    path: '{shop}/admin/refund/:id/seen-done',
    caller: 'admin',
    permission: 'refund.write',
    action: 'refund.seen_done',
    summary: 'Mark a refund without an answer as done, as seen at the gateway',
    ignoresBody: true,
  }),
  seenNotDone: endpoint<typeof schema.redirect>({
    method: 'POST',
    path: '{shop}/admin/refund/:id/seen-not-done',
    caller: 'admin',
    permission: 'refund.write',
    action: 'refund.seen_not_done',
    summary: 'Mark a refund without an answer as failed, as seen at the gateway',
    ignoresBody: true,
  }),
}
