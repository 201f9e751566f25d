import Type from 'typebox'
import { orderStates } from './order-states.ts'
import { OrderGroup } from './orders.schema.ts'
import { Id } from './paging.schema.ts'
import { shippingKinds } from './shipping-kinds.ts'

/** A line of an order with what is not shipped of it yet. */
export const PackingLine = Type.Object({
  line_id: Type.String(),
  product_id: Type.String(),
  /** Absent of a product without options; `title` names the variant, too. */
  variant_id: Type.Optional(Type.String()),
  title: Type.String(),
  unit: Type.String(),
  category: Type.String(),
  /** Absent for goods at normal temperature. */
  shipping_temperature: Type.Optional(Type.Enum(['chilled', 'frozen'])),
  /** Pieces that are left. */
  qty: Type.Integer(),
  /** In whole NT$; absent without `money.read`. */
  price: Type.Optional(Type.Integer()),
})

export const PackingOrder = Type.Object({
  id: Type.String(),
  number: Type.String(),
  /** Epoch seconds. */
  create_at: Type.Integer(),
  state: Type.Enum(orderStates),
  is_partly_shipped: Type.Boolean(),
  /** In whole NT$: what the whole order costs; absent without `money.read`. */
  total: Type.Optional(Type.Integer()),
  message: Type.String(),
  user: Type.Object({ name: Type.String(), tel: Type.String(), address: Type.String() }),
  shipping: Type.Object({ kind: Type.Enum(shippingKinds), name: Type.String() }),
  /** It is paid when it is picked up. */
  is_on_delivery: Type.Optional(Type.Literal(true)),
  lines: Type.Array(PackingLine),
  group: Type.Optional(OrderGroup),
  /** When it was printed before. */
  printed_at: Type.Optional(Type.Integer()),
  /** The numbers of the other orders in its parcel. */
  ships_with: Type.Optional(Type.Array(Type.String())),
  /** The ids of those listed here that could go in one parcel with it. */
  same_recipient: Type.Optional(Type.Array(Type.String())),
})

export const PickedProduct = Type.Object({
  product_id: Type.String(),
  /** Absent of a product without options; `title` names the variant, too. */
  variant_id: Type.Optional(Type.String()),
  title: Type.String(),
  unit: Type.String(),
  category: Type.String(),
  pieces: Type.Integer(),
  orders: Type.Integer(),
})

export const packing = {
  data: Type.Object(
    {
      /**
       * Either these orders, or all that the list of orders has with this query; without both the
       * oldest ones that wait to be shipped.
       */
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 5_000 })),
      filter: Type.Optional(
        Type.Record(Type.String({ maxLength: 32 }), Type.String({ maxLength: 500 })),
      ),
      /** Marks the orders as printed. */
      is_printed: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: true },
  ),
  reply: Type.Object({
    success: Type.Literal(true),
    products: Type.Array(PickedProduct),
    orders: Type.Array(PackingOrder),
    left_out: Type.Array(
      Type.Object({ id: Type.String(), number: Type.String(), reason: Type.String() }),
    ),
    /** How many orders wait to be shipped. */
    total: Type.Integer(),
  }),
}

export const trackingNumbers = {
  query: Type.Object({
    /** Up to 50, with commas between them. */
    numbers: Type.String({
      maxLength: 2_050,
      pattern: '^[A-Za-z0-9-]{1,40}(,[A-Za-z0-9-]{1,40}){0,49}$',
    }),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    used: Type.Array(
      Type.Object({
        tracking_number: Type.String(),
        order_id: Type.String(),
        number: Type.String(),
      }),
    ),
  }),
}
