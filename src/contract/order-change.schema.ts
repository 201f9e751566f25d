import Type from 'typebox'
import { Quantity } from './cart.schema.ts'
import { Done, Id, IdOrNone, IdParams } from './paging.schema.ts'
import { ShippingChoice, ShippingOffer } from './shipping.schema.ts'

/** All pieces of a product or a variant that the order is to have. */
const AskedLine = Type.Object({
  product_id: Id,
  /** Of a product with options. */
  variant_id: IdOrNone,
  qty: Quantity,
})

/** An order before or after its change; amounts in whole NT$. */
export const OrderVersion = Type.Object({
  lines: Type.Array(
    Type.Object({
      product_id: Type.String(),
      variant_id: Type.Optional(Type.String()),
      /** Names the variant, too. */
      title: Type.String(),
      qty: Type.Integer(),
      price: Type.Integer(),
      total: Type.Integer(),
    }),
  ),
  /** `subtotal` minus `discount`, with `shipping_fee` and less `credit_used`, is `total`. */
  subtotal: Type.Integer(),
  discount: Type.Integer(),
  shipping_fee: Type.Integer(),
  /** Credit and points together. */
  credit_used: Type.Optional(Type.Integer()),
  total: Type.Integer(),
  /** How it is delivered, and where to. */
  shipping: Type.String(),
  address: Type.String(),
})

/** Recorded by hand: what came for a balance, as it was read. */
export const recordBalance = {
  params: IdParams,
  data: Type.Object({ amount: Type.Integer({ minimum: 1 }) }, { additionalProperties: true }),
  reply: Done,
}

export const change = {
  params: IdParams,
  data: Type.Object(
    {
      lines: Type.Array(AskedLine, { minItems: 1, maxItems: 100 }),
      /** Without it the order is delivered as before. */
      shipping: Type.Optional(ShippingChoice),
      /** Shows what it would come to, and changes nothing. */
      preview: Type.Optional(Type.Boolean()),
      /** The difference that the preview showed, in whole NT$: another one is refused. */
      expected_difference: Type.Optional(Type.Integer()),
    },
    { additionalProperties: true },
  ),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    before: OrderVersion,
    after: OrderVersion,
    /** The total after it, less the one before; in whole NT$. */
    difference: Type.Integer(),
    /** The part of it that is given back of what was paid. */
    refund: Type.Integer(),
    /** Still to be paid afterwards. */
    to_pay: Type.Integer(),
    /** The coupon of the order that does not hold for it any more, and why. */
    lost_coupon: Type.Optional(Type.Object({ code: Type.String(), reason: Type.String() })),
    /** A payment of the sum before has begun: it does not pay the order any more. */
    voids_payment: Type.Optional(Type.Literal(true)),
    /** Why it cannot be changed so; of a preview alone. */
    refusal: Type.Optional(Type.String()),
    /** The methods for the goods after it. */
    methods: ShippingOffer,
  }),
}
