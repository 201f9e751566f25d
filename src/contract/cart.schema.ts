import Type from 'typebox'
import { Product } from './catalog.schema.ts'
import { AppliedCoupon } from './coupons.schema.ts'
import { Id, IdOrNone, IdParams, Messages } from './paging.schema.ts'
import { ShippingOffer, ShippingQuery } from './shipping.schema.ts'

/** A whole number from 1 to 9999, as a JSON number or a string of digits. */
export const Quantity = Type.Union([
  Type.Integer({ minimum: 1, maximum: 9999 }),
  Type.String({ pattern: '^[1-9][0-9]{0,3}$' }),
])

export const CartLine = Type.Object(
  {
    id: Type.String(),
    product_id: Type.String(),
    qty: Type.Integer(),
    total: Type.Number(),
    final_total: Type.Number(),
    /** As it was chosen: with the name, price and picture of its variant. */
    product: Product,
    /** Absent of a product without options. */
    variant_id: Type.Optional(Type.String()),
    variant_title: Type.Optional(Type.String()),
    coupon: Type.Optional(AppliedCoupon),
    /** Pieces still available, only while fewer than `qty`. */
    stock_left: Type.Optional(Type.Integer()),
  },
  { additionalProperties: true },
)

/**
 * `payable` is the discounted sum in whole NT$: `total` minus `discount`. With a shipping fee an
 * order of the cart is charged `charge`, which is both; without one it is charged `payable`.
 * `coupon_notice` is there while the applied coupon can no longer be used, `merge_notice` while
 * lines of the cart from before the sign-in do not fit.
 */
export const Cart = Type.Object({
  carts: Type.Array(CartLine),
  total: Type.Number(),
  final_total: Type.Number(),
  discount: Type.Number(),
  payable: Type.Number(),
  shipping_fee: Type.Optional(Type.Integer()),
  charge: Type.Optional(Type.Integer()),
  /** For how many more NT$ shipping is free. */
  free_shipping_in: Type.Optional(Type.Integer()),
  coupon_notice: Type.Optional(Type.String()),
  merge_notice: Type.Optional(Type.String()),
  /** Only where the call asks for a method or a place. */
  shipping: Type.Optional(ShippingOffer),
})

/** Without `variant_id` the first variant that can be had. */
const LineInput = Type.Object(
  { product_id: Id, variant_id: IdOrNone, qty: Quantity },
  { additionalProperties: true },
)
/** `cart` is the whole cart after the change, so that no second call is needed to show it. */
const ChangedLine = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: CartLine,
  cart: Cart,
})

export const read = {
  query: ShippingQuery,
  reply: Type.Object({ success: Type.Literal(true), data: Cart, messages: Messages }),
}
export const addLine = { data: LineInput, reply: ChangedLine }
export const updateLine = {
  params: IdParams,
  data: Type.Object(
    { product_id: Type.Optional(Id), variant_id: IdOrNone, qty: Quantity },
    { additionalProperties: true },
  ),
  reply: ChangedLine,
}
const ChangedCart = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  cart: Cart,
})
export const removeLine = { params: IdParams, reply: ChangedCart }
export const clear = { reply: ChangedCart }
export const applyCoupon = {
  data: Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) }),
  reply: Type.Object({
    ...ChangedCart.properties,
    data: Type.Object({ final_total: Type.Number() }),
  }),
}
export const clearCoupon = { reply: ChangedCart }
