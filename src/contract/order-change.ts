import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './order-change.schema.ts'

export type OrderVersion = Static<typeof schema.OrderVersion>
export type OrderChangeReply = Static<typeof schema.change.reply>

export const orderChangeApi = {
  change: endpoint<typeof schema.change>({
    method: 'PUT',
    path: '{shop}/order/:id',
    caller: 'shopper',
    takesAccess: 'mailed',
    summary:
      'Change goods and delivery of an order that is not prepared yet, or show what it costs',
  }),
}

export const adminOrderChangeApi = {
  change: endpoint<typeof schema.change>({
    method: 'PUT',
    path: '{shop}/admin/order/:id/lines',
    caller: 'admin',
    permission: 'order.write',
    action: 'order.change',
    changes: ['order', 'stock', 'refund'],
    summary: 'Change goods and delivery of an order before its first parcel, or show what it costs',
  }),
  recordBalance: endpoint<typeof schema.recordBalance>({
    method: 'POST',
    path: '{shop}/admin/order/:id/balance',
    caller: 'admin',
    permission: 'payment.record',
    action: 'order.balance',
    changes: ['order', 'payment'],
    summary: 'Record by hand what was paid for the balance of a changed order',
  }),
}
