import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './line-orders.schema.ts'

export type LineOrders = Static<typeof schema.readReply>
export type LineOrderGoods = Static<typeof schema.LineOrderGoods>
export type LineOrderEntry = Static<typeof schema.LineOrderEntry>
export type LinePerson = Static<typeof schema.LinePerson>
export type LineQuote = Static<typeof schema.LineQuote>
export type LineResult = Static<typeof schema.enterReply>['results'][number]
export type AskedLinePlace = Static<typeof schema.enter.data>['places'][number]
export type PickUp = LineOrders['pick_ups'][number]

/** Orders of a chat (+1) that the leader of a group enters for people without an account. */
export const lineOrderApi = {
  read: endpoint<typeof schema.read>({
    method: 'POST',
    path: '{shop}/leader/:code/line-orders/read',
    caller: 'member',
    summary: 'Read orders from a pasted chat and quote places; nothing is entered',
  }),
  enter: endpoint<typeof schema.enter>({
    method: 'POST',
    path: '{shop}/leader/:code/line-orders/enter',
    needsOpenShop: true,
    caller: 'member',
    summary: 'Enter places of an own group for the people of a chat; sent again it changes nothing',
  }),
}

/** The same for the staff. */
export const adminLineOrderApi = {
  read: endpoint<typeof schema.adminRead>({
    method: 'POST',
    path: '{shop}/admin/line-orders/read',
    caller: 'admin',
    permission: 'order.write',
    action: 'group.read_line_orders',
    changes: [],
    summary: 'Read orders from a pasted chat and quote places; nothing is entered',
  }),
  enter: endpoint<typeof schema.adminEnter>({
    method: 'POST',
    path: '{shop}/admin/line-orders/enter',
    caller: 'admin',
    permission: 'order.write',
    action: 'group.line_orders',
    changes: ['group', 'order'],
    summary: 'Enter places of a group for the people of a chat; sent again it changes nothing',
  }),
}
