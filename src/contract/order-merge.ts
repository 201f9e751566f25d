import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './order-merge.schema.ts'

export type OrderMerge = Static<typeof schema.OrderMerge>

/** How many orders go in one parcel at most. */
export const maxMerged = 20

export const orderMergeApi = {
  merge: endpoint<typeof schema.merge>({
    method: 'POST',
    path: '{shop}/order/:id/merge',
    caller: 'shopper',
    takesAccess: 'mailed',
    summary: 'Have other own orders for the same recipient sent in one parcel with an order',
  }),
  split: endpoint<typeof schema.split>({
    method: 'DELETE',
    path: '{shop}/order/:id/merge',
    caller: 'shopper',
    takesAccess: 'mailed',
    summary: 'Have the orders of a parcel sent one by one again',
  }),
}

export const adminOrderMergeApi = {
  merge: endpoint<typeof schema.merge>({
    method: 'POST',
    path: '{shop}/admin/order/:id/merge',
    caller: 'admin',
    permission: 'order.ship',
    action: 'order.merge',
    summary: 'Have orders of one recipient sent in one parcel with an order',
  }),
  split: endpoint<typeof schema.split>({
    method: 'DELETE',
    path: '{shop}/admin/order/:id/merge',
    caller: 'admin',
    permission: 'order.ship',
    action: 'order.split',
    summary: 'Have the orders of a parcel sent one by one again',
  }),
}
