import type { Static } from 'typebox'
import { endpoint, subjectsOfOrders } from './endpoint.ts'
import type * as schema from './packing.schema.ts'

export type PackingOrder = Static<typeof schema.PackingOrder>
export type PackingLine = Static<typeof schema.PackingLine>
export type PickedProduct = Static<typeof schema.PickedProduct>

/** How many orders are listed, printed or shipped at a time. */
export const maxPackedOrders = 500

export const adminPackingApi = {
  list: endpoint<typeof schema.packing>({
    method: 'POST',
    path: '{shop}/admin/packing',
    caller: 'admin',
    permission: 'order.ship',
    action: 'order.print',
    shows: subjectsOfOrders,
    summary: 'What is to be picked and packed for orders; marks them as printed when asked to',
  }),
  trackingNumbers: endpoint<typeof schema.trackingNumbers>({
    method: 'GET',
    path: '{shop}/admin/packing/tracking',
    caller: 'admin',
    permission: 'order.ship',
    summary: 'Which of these tracking numbers an order has already',
  }),
}
