import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './stock.schema.ts'

export type StockRow = Static<typeof schema.StockRow>
export type Movement = Static<typeof schema.Movement>

export const stockApi = {
  left: endpoint<typeof schema.left>({
    method: 'GET',
    path: '{shop}/stock',
    caller: 'anyone',
    shows: ['product', 'stock', 'order'],
    summary: 'What is left of up to 50 products, of those that have 0 to 10',
  }),
  requestRestock: endpoint<typeof schema.requestRestock>({
    method: 'POST',
    path: '{shop}/product/:id/restock-request',
    caller: 'shopper',
    summary: 'Ask for a mail once a sold-out product is available again',
  }),
  cancelRestock: endpoint<typeof schema.cancelRestock>({
    method: 'POST',
    path: '{shop}/restock-request/cancel',
    caller: 'anyone',
    summary: 'End a request for such a mail, by the token of its link',
  }),
}

export const adminStockApi = {
  list: endpoint<typeof schema.adminList>({
    method: 'GET',
    path: '{shop}/admin/stock',
    caller: 'admin',
    permission: 'catalog.read',
    shows: ['product', 'stock', 'order', 'campaign', 'group'],
    summary: 'One page of the stock of all products, least available first unless sorted',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/stock/:id',
    caller: 'admin',
    permission: 'stock.write',
    action: 'stock.update',
    summary: 'Set the number on hand of a product, which is counted from then on',
  }),
  close: endpoint<typeof schema.close>({
    method: 'DELETE',
    path: '{shop}/admin/stock/:id',
    caller: 'admin',
    permission: 'stock.write',
    action: 'stock.close',
    summary: 'Stop counting a product: it is unlimited again',
    ignoresBody: true,
  }),
  count: endpoint<typeof schema.count>({
    method: 'POST',
    path: '{shop}/admin/stock/count',
    caller: 'admin',
    permission: 'stock.write',
    action: 'stock.count',
    summary: 'Set the counted numbers of several products, all or none',
  }),
  movements: endpoint<typeof schema.movements>({
    method: 'GET',
    path: '{shop}/admin/stock/:id/movements',
    caller: 'admin',
    permission: 'catalog.read',
    shows: ['stock', 'order', 'campaign', 'group'],
    summary: 'The movements of a product, newest first',
  }),
}
