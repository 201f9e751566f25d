import type { Static } from 'typebox'
import type * as schema from './cart.schema.ts'
import { endpoint } from './endpoint.ts'

export type Cart = Static<typeof schema.Cart>
export type CartLine = Static<typeof schema.CartLine>

export const maxQuantity = 9999
export const maxCartLines = 100

export const cartApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/cart',
    caller: 'shopper',
    shows: ['product', 'stock', 'coupon', 'setting'],
    summary: "The caller's cart",
  }),
  addLine: endpoint<typeof schema.addLine>({
    method: 'POST',
    path: '{shop}/cart',
    caller: 'shopper',
    summary: 'Add a product, with own keys; one that is there already adds up on its line',
    invalidMessage: '加入購物車有誤',
  }),
  updateLine: endpoint<typeof schema.updateLine>({
    method: 'PUT',
    path: '{shop}/cart/:id',
    caller: 'shopper',
    summary: 'Replace the quantity of a line, and the own keys that are named',
    invalidMessage: '加入購物車有誤',
  }),
  removeLine: endpoint<typeof schema.removeLine>({
    method: 'DELETE',
    path: '{shop}/cart/:id',
    caller: 'shopper',
    summary: 'Remove a line',
    ignoresBody: true,
  }),
  clear: endpoint<typeof schema.clear>({
    method: 'DELETE',
    path: '{shop}/carts',
    caller: 'shopper',
    summary: 'Remove all lines, and the coupon with them',
    ignoresBody: true,
  }),
}
