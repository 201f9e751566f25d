import Type from 'typebox'
import { CartLine, Quantity } from './cart.schema.ts'
import { CoercedBoolean, Product } from './catalog.schema.ts'
import {
  orderPaymentStates,
  orderShipmentStates,
  orderStateGroups,
  orderStates,
} from './order-states.ts'
import { otherShapes } from './other-shapes.ts'
import {
  Archived,
  DayRange,
  Done,
  Id,
  IdOrNone,
  IdParams,
  Messages,
  PageQuery,
  Pagination,
  SearchText,
  SortQuery,
  Words,
} from './paging.schema.ts'
import { adminPageSizes } from './paging.ts'
import { OrderShipping, ShippingChoice, ShippingOffer, ShippingQuery } from './shipping.schema.ts'

const OrderUser = Type.Object(
  {
    name: Type.String(),
    email: Type.String(),
    tel: Type.String(),
    address: Type.String(),
    /** The parts of `address`, where it names a county. */
    address_parts: Type.Optional(
      Type.Object({
        zip: Type.String(),
        county: Type.String(),
        district: Type.String(),
        line: Type.String(),
      }),
    ),
  },
  { additionalProperties: true },
)

/** The group that an order is a place in. */
export const OrderGroup = Type.Object({
  code: Type.String(),
  campaign_id: Type.String(),
  title: Type.String(),
})

export const Order = Type.Object(
  {
    id: Type.String(),
    create_at: Type.Integer(),
    is_paid: Type.Boolean(),
    message: Type.String(),
    /** `{yymmdd}-{n}` of its day in Taipei, for people. */
    number: Type.String(),
    products: Type.Record(Type.String(), CartLine),
    /**
     * In whole NT$: `subtotal` minus `discount`, and `shipping_fee` where there is one, is `total`,
     * which is what is charged.
     */
    subtotal: Type.Integer(),
    discount: Type.Integer(),
    shipping_fee: Type.Optional(Type.Integer()),
    total: Type.Integer(),
    user: OrderUser,
    num: Type.Integer(),
    paid_date: Type.Optional(Type.Integer()),
    payment_method: Type.Optional(Type.String()),
    /** Of a paid order: what a change has added to its price, and is still to be paid; in whole NT$. */
    balance_due: Type.Optional(Type.Integer()),
    state: Type.Enum(orderStates),
    payment_state: Type.Enum(orderPaymentStates),
    shipment_state: Type.Enum(orderShipmentStates),
    /** When it is cancelled unless it is paid. */
    expires_at: Type.Optional(Type.Integer()),
    /** Only while it may not be paid yet: its group has not succeeded. */
    is_payable: Type.Optional(Type.Literal(false)),
    /** Only while its group is not decided. */
    awaits_group: Type.Optional(Type.Literal(true)),
    /** Why it was cancelled, for the shopper to read. */
    cancel_reason: Type.Optional(Type.String()),
    /** Of its parcels; in the list of the back office. */
    tracking_numbers: Type.Optional(Type.Array(Type.String())),
    group: Type.Optional(OrderGroup),
    /** How it is delivered. */
    shipping: Type.Optional(OrderShipping),
  },
  { additionalProperties: true },
)

const open = { additionalProperties: true }
const { price, origin_price } = Product.properties
const { total, final_total } = CartLine.properties
const StaffLine = Type.Object(
  {
    ...CartLine.properties,
    total: Type.Optional(total),
    final_total: Type.Optional(final_total),
    product: Type.Object(
      {
        ...Product.properties,
        price: Type.Optional(price),
        origin_price: Type.Optional(origin_price),
      },
      open,
    ),
  },
  open,
)

/** An order for the staff: without `money.read` no amount and no coupon is in it. */
export const StaffOrder = Type.Object(
  {
    ...Order.properties,
    products: Type.Record(Type.String(), StaffLine),
    subtotal: Type.Optional(Order.properties.subtotal),
    discount: Type.Optional(Order.properties.discount),
    total: Type.Optional(Order.properties.total),
    shipping: Type.Optional(
      Type.Object({
        ...OrderShipping.properties,
        fee: Type.Optional(OrderShipping.properties.fee),
      }),
    ),
    /** Epoch seconds: since when a message of the shopper waits for an answer. */
    asked_at: Type.Optional(Type.Integer()),
    /** Paid, and its goods are still to come from the supplier. */
    awaits_goods: Type.Optional(Type.Literal(true)),
    /** `balance_due` is more than 0; also for those who see no amounts. */
    awaits_balance: Type.Optional(Type.Literal(true)),
  },
  open,
)

/** Keys of an order that the server answers or will answer: a client's own may not take them. */
export const serverOrderKeys: readonly string[] = [
  ...Object.keys(Order.properties),
  ...['timeline', 'parcels', 'refunds'],
  ...['payment', 'can_cancel', 'final_total', 'coupon', 'uid'],
]

/** Where an `address` is that does not say so itself. */
export const AddressPlace = Type.Optional(
  Type.Object({
    zip: Type.Optional(Type.String({ maxLength: 10 })),
    county: Type.Optional(Type.String({ maxLength: 10 })),
    district: Type.Optional(Type.String({ maxLength: 10 })),
  }),
)

const OrderUserInput = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 400 }),
    email: Type.String({ minLength: 1, maxLength: 254 }),
    tel: Type.String({ minLength: 1, maxLength: 60 }),
    address: Type.String({ minLength: 1, maxLength: 500 }),
    address_parts: AddressPlace,
  },
  { additionalProperties: true },
)
const Message = Type.String({ maxLength: 2_000 })
const { address: _address, ...withoutAddress } = OrderUserInput.properties
/** Its address may be that of a place or a store. */
const ShoppersUserInput = Type.Object(
  { ...withoutAddress, address: Type.Optional(Type.String({ maxLength: 500 })) },
  { additionalProperties: true },
)
/** Only a client that chooses a method may leave the address out. */
const addressUnlessChosen = {
  if: { required: ['shipping'] },
  else: {
    properties: { user: { required: ['address'], properties: { address: { minLength: 1 } } } },
  },
}

export const create = {
  data: Type.Object(
    {
      user: ShoppersUserInput,
      message: Type.Optional(Message),
      shipping: Type.Optional(ShippingChoice),
      /** Total shown to the shopper, in NT$: another amount is refused instead of charged. */
      expected_total: Type.Optional(Type.Integer()),
      /** The version of the privacy policy that the shopper agreed to. */
      privacy_version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
    },
    {
      additionalProperties: true,
      [otherShapes]: { shipping: { object: 'method_id' } },
      ...addressUnlessChosen,
    },
  ),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    total: Type.Integer(),
    create_at: Type.Integer(),
    orderId: Type.String(),
    /** Of a guest: the token of the link to the order. */
    access: Type.Optional(Type.String()),
  }),
}
export const lookUp = {
  data: Type.Object({
    number: Type.String({ minLength: 1, maxLength: 40 }),
    tel: Type.String({ minLength: 1, maxLength: 40 }),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    order_id: Type.String(),
    access: Type.String(),
  }),
}
const OrderList = Type.Object({
  success: Type.Literal(true),
  orders: Type.Array(Order),
  pagination: Pagination,
  messages: Messages,
})
export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    /** A state, or several under one name. */
    state: Type.Optional(Type.Enum([...orderStates, ...orderStateGroups])),
  }),
  reply: OrderList,
}

export const defaults = {
  reply: Type.Object({
    success: Type.Literal(true),
    /** Contact of the last order that the member made, with the last address that goods were sent to. */
    recipient: Type.Optional(
      Type.Object({
        name: Type.String(),
        tel: Type.String(),
        /** Of a member whose account has none. */
        email: Type.Optional(Type.String()),
        address: Type.Optional(Type.String()),
      }),
    ),
    /** The privacy policy in force, if the member has agreed to this version with an order. */
    agreed_version: Type.Optional(Type.Integer()),
  }),
}

export const AdminOrderFilter = Type.Object({
  /** A number, a part of the name, an e-mail address, a telephone number or a part of a title. */
  q: SearchText,
  /** States, parted by commas. */
  state: Words,
  /** Payment states, parted by commas. */
  payment: Words,
  /** Methods of payment, parted by commas. */
  method: Words,
  ...DayRange.properties,
  /** Ids of products, parted by commas. */
  product: Words,
  /** Ids of campaigns, parted by commas. */
  campaign: Words,
  /** The number of a customer. */
  customer: Words,
  /** Unpaid ones that are cancelled within so many hours. */
  expires: Words,
  /** Those with a message that nobody has answered. */
  unanswered: Archived,
  /** `there`, or `awaited` from the supplier. */
  goods: Words,
  /** `due`: what a change has added to the price is to be paid; or `settled`. */
  balance: Words,
  /** The archived ones, the last archived first. */
  archived: Archived,
})

export const adminList = {
  query: Type.Object({
    ...PageQuery.properties,
    page_size: Type.Optional(Type.Enum(adminPageSizes)),
    ...SortQuery.properties,
    ...AdminOrderFilter.properties,
  }),
  reply: Type.Object({ ...OrderList.properties, orders: Type.Array(StaffOrder) }),
}

export const adminCreate = {
  data: Type.Object(
    {
      user: ShoppersUserInput,
      message: Type.Optional(Message),
      products: Type.Array(
        Type.Object(
          { product_id: Id, variant_id: IdOrNone, qty: Quantity },
          { additionalProperties: true },
        ),
        { minItems: 1, maxItems: 100 },
      ),
      is_paid: Type.Optional(CoercedBoolean),
      /** For whom it is entered: the order of a member becomes the member's own. */
      customer_id: Type.Optional(Type.String({ maxLength: 20 })),
      /** Without it the order has no shipping fee. */
      charges_shipping: Type.Optional(CoercedBoolean),
      /** Without it the first home method. */
      shipping: Type.Optional(ShippingChoice),
      /** The total of the quote, in NT$: another amount is refused. */
      expected_total: Type.Optional(Type.Integer()),
    },
    {
      additionalProperties: true,
      [otherShapes]: { shipping: { object: 'method_id' } },
      ...addressUnlessChosen,
    },
  ),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    orderId: Type.String(),
  }),
}
/** Amounts in whole NT$. */
export const adminQuote = {
  query: Type.Object({
    /** `product:qty` or `product:variant:qty`, with commas between them. */
    lines: Type.String({
      maxLength: 8_000,
      pattern: '^[^:,]+(?::[^:,]+)?:[1-9][0-9]{0,3}(?:,[^:,]+(?::[^:,]+)?:[1-9][0-9]{0,3}){0,99}$',
    }),
    charges_shipping: Type.Optional(Type.Enum(['0', '1'])),
    ...ShippingQuery.properties,
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    /** In the order of the query. */
    prices: Type.Array(Type.Integer()),
    subtotal: Type.Integer(),
    shipping_fee: Type.Integer(),
    total: Type.Integer(),
    /** Where the call names a method or a place. */
    shipping: Type.Optional(ShippingOffer),
  }),
}
export const adminUpdate = {
  params: IdParams,
  data: Type.Object(
    {
      is_paid: Type.Optional(CoercedBoolean),
      message: Type.Optional(Message),
      user: Type.Optional(Type.Partial(OrderUserInput, { additionalProperties: true })),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}
export const adminRemove = { params: IdParams, reply: Done }
export const adminRemoveAll = { reply: Done }
