import type { Static } from 'typebox'
import { endpoint, subjectsOfOrders } from './endpoint.ts'
import type * as schema from './order-life.schema.ts'

export type OrderTimelineEvent = Static<typeof schema.OrderTimelineEvent>
export type Parcel = Static<typeof schema.Parcel>
export type OrderMail = Static<typeof schema.OrderMail>
export type Refund = Static<typeof schema.Refund>
/** The returns of an order in its replies. */
export type OwnReturns = Pick<Static<typeof schema.detail.reply>, 'returns' | 'returnable'>
export type StaffReturns = Pick<Static<typeof schema.adminDetail.reply>, 'returns' | 'returnable'>
export type RefundState = (typeof schema.refundStates)[number]

export const orderLifeApi = {
  cancel: endpoint<typeof schema.cancel>({
    method: 'POST',
    path: '{shop}/order/:id/cancel',
    caller: 'shopper',
    takesAccess: true,
    summary: 'Cancel an order that is not prepared yet (honours Idempotency-Key)',
  }),
  ask: endpoint<typeof schema.ask>({
    method: 'POST',
    path: '{shop}/order/:id/messages',
    caller: 'shopper',
    takesAccess: true,
    summary: 'Write to the shop about an order (honours Idempotency-Key)',
  }),
}

const path = '{shop}/admin/order/:id'

export const adminOrderLifeApi = {
  detail: endpoint<typeof schema.adminDetail>({
    method: 'GET',
    path,
    caller: 'admin',
    permission: 'order.read',
    shows: subjectsOfOrders,
    summary: 'One order with all that happened to it; archived ones too',
  }),
  prepare: endpoint<typeof schema.adminPrepare>({
    method: 'POST',
    path: `${path}/prepare`,
    caller: 'admin',
    permission: 'order.ship',
    action: 'order.prepare',
    summary: 'Begin to prepare a paid order',
    ignoresBody: true,
  }),
  ship: endpoint<typeof schema.adminShip>({
    method: 'POST',
    path: `${path}/parcel`,
    caller: 'admin',
    permission: 'order.ship',
    action: 'order.ship',
    summary: 'Ship a parcel of an order: of the lines given, or of all that is unshipped',
  }),
  changeParcel: endpoint<typeof schema.adminChangeParcel>({
    method: 'PUT',
    path: `${path}/parcel/:parcelId`,
    caller: 'admin',
    permission: 'order.ship',
    action: 'order.change_parcel',
    summary: 'Correct a parcel, or mark it as delivered',
  }),
  closeRest: endpoint<typeof schema.adminCloseRest>({
    method: 'POST',
    path: `${path}/close-rest`,
    caller: 'admin',
    permission: 'order.ship',
    action: 'order.close_rest',
    summary:
      'Close what is not shipped of an order with a parcel, without a refund (honours Idempotency-Key)',
    ignoresBody: true,
  }),
  cancel: endpoint<typeof schema.adminCancel>({
    method: 'POST',
    path: `${path}/cancel`,
    caller: 'admin',
    permission: 'order.write',
    action: 'order.cancel',
    summary: 'Cancel an order before its first parcel, for a reason that the shopper reads',
  }),
  return: endpoint<typeof schema.adminReturn>({
    method: 'POST',
    path: `${path}/return`,
    caller: 'admin',
    permission: 'order.write',
    action: 'order.return',
    summary:
      'Record a return, with what is refunded and what goes back into stock (honours Idempotency-Key)',
  }),
  note: endpoint<typeof schema.adminNote>({
    method: 'POST',
    path: `${path}/note`,
    caller: 'admin',
    permission: 'order.write',
    action: 'order.note',
    summary: 'Add a note for the staff',
  }),
  answer: endpoint<typeof schema.ask>({
    method: 'POST',
    path: `${path}/messages`,
    caller: 'admin',
    permission: 'order.write',
    action: 'order.answer',
    summary: 'Write to the shopper about an order, by mail too (honours Idempotency-Key)',
  }),
  settle: endpoint<typeof schema.adminSettle>({
    method: 'POST',
    path: `${path}/messages/settle`,
    caller: 'admin',
    permission: 'order.write',
    action: 'order.settle',
    summary: 'The messages of the shopper need no answer',
    ignoresBody: true,
  }),
  mail: endpoint<typeof schema.adminMail>({
    method: 'POST',
    path: `${path}/mail`,
    caller: 'admin',
    permission: 'order.write',
    action: 'order.mail',
    summary: 'Send a mail to the shopper again, composed anew from the order of now',
  }),
  restore: endpoint<typeof schema.adminRestore>({
    method: 'POST',
    path: `${path}/restore`,
    caller: 'admin',
    permission: 'order.write',
    action: 'order.restore',
    summary: 'Bring an archived order back',
    ignoresBody: true,
  }),
}
