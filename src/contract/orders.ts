import type { Static } from 'typebox'
import { endpoint, subjectsOfOrders } from './endpoint.ts'
import type * as life from './order-life.schema.ts'
import type * as schema from './orders.schema.ts'

export type Order = Static<typeof schema.Order>
/** As the staff reads it: without `money.read` there is no amount. */
export type StaffOrder = Static<typeof schema.StaffOrder>
export type AdminOrderFilter = Static<typeof schema.AdminOrderFilter>

export const orderApi = {
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/order',
    needsOpenShop: true,
    caller: 'shopper',
    summary: "Make an order of the caller's cart (honours Idempotency-Key)",
  }),
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/orders',
    caller: 'shopper',
    shows: subjectsOfOrders,
    summary: "The caller's own orders, newest first; of a state when one is given",
  }),
  detail: endpoint<typeof life.detail>({
    method: 'GET',
    path: '{shop}/order/:id',
    caller: 'shopper',
    takesAccess: true,
    shows: subjectsOfOrders,
    summary: "One of the caller's own orders with its timeline, parcels and refunds",
  }),
  defaults: endpoint<typeof schema.defaults>({
    method: 'GET',
    path: '{shop}/member/checkout',
    caller: 'member',
    shows: subjectsOfOrders,
    summary: 'What the next order of the member need not ask for: recipient and consent',
  }),
  lookUp: endpoint<typeof schema.lookUp>({
    method: 'POST',
    path: '{shop}/order-lookup',
    caller: 'anyone',
    summary: "A guest's order by its number and telephone",
  }),
}

export const adminOrderApi = {
  list: endpoint<typeof schema.adminList>({
    method: 'GET',
    path: '{shop}/admin/orders',
    caller: 'admin',
    permission: 'order.read',
    shows: subjectsOfOrders,
    summary:
      'One page of all orders, newest first unless sorted; q finds them by number, contact and product',
  }),
  create: endpoint<typeof schema.adminCreate>({
    method: 'POST',
    path: '{shop}/admin/order',
    caller: 'admin',
    permission: 'order.write',
    action: 'order.create',
    summary: 'Enter an order by hand',
  }),
  quote: endpoint<typeof schema.adminQuote>({
    method: 'GET',
    path: '{shop}/admin/order-quote',
    caller: 'admin',
    permission: 'order.write',
    shows: ['product', 'setting'],
    summary: 'What an order by hand would cost at the prices of now; nothing is stored',
  }),
  update: endpoint<typeof schema.adminUpdate>({
    method: 'PUT',
    path: '{shop}/admin/order/:id',
    caller: 'admin',
    // `is_paid` asks for the first, every other key for the second.
    permission: ['payment.record', 'order.write'],
    action: 'order.update',
    summary: 'Change payment state, message, contact data or own keys of an order',
  }),
  remove: endpoint<typeof schema.adminRemove>({
    method: 'DELETE',
    path: '{shop}/admin/order/:id',
    caller: 'admin',
    permission: 'order.write',
    action: 'order.archive',
    summary: 'Archive an order: it leaves the lists, the books keep it',
    ignoresBody: true,
  }),
  removeAll: endpoint<typeof schema.adminRemoveAll>({
    method: 'DELETE',
    path: '{shop}/admin/orders/all',
    caller: 'admin',
    permission: 'order.write',
    action: 'order.archive_all',
    summary: 'Archive all orders',
    ignoresBody: true,
  }),
}

/** The columns that the back office may sort orders by; `id` is the order of creation. */
export const orderSortColumns = ['id', 'create_at', 'name', 'message', 'total', 'is_paid'] as const
export type OrderSortColumn = (typeof orderSortColumns)[number]

/** How an order may have been paid, as the back office filters by it. */
export const orderMethods = [
  'card',
  'atm',
  'cvs',
  'barcode',
  'linepay.wallet',
  'transfer',
  'on_delivery',
  'to_leader',
  'free',
  'manual',
  'demonstration',
] as const
