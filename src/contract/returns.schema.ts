import Type from 'typebox'
import { noReturns } from './no-return.ts'
import { type Carrier, carriers } from './order-states.ts'
import { Done, Id, IdParams, Messages, PageQuery, Pagination, SearchText } from './paging.schema.ts'
import { adminPageSizes } from './paging.ts'
import { refundTargets, returnStates, returnViews, returnWays } from './return-states.ts'

const Quantity = Type.Integer({ minimum: 1, maximum: 9_999 })
const Count = Type.Integer({ minimum: 0, maximum: 9_999 })

/** A return as the shopper of its order sees it; times are epoch seconds, money is whole NT$. */
export const OrderReturn = Type.Object({
  id: Type.String(),
  state: Type.Enum(returnStates),
  way: Type.Optional(Type.Enum(returnWays)),
  to: Type.Enum(refundTargets),
  reason: Type.String(),
  create_at: Type.Integer(),
  /** The words of the shop: what it agreed to, or why it did not. */
  answer: Type.Optional(Type.String()),
  carrier: Type.Optional(Type.Enum(carriers)),
  tracking_number: Type.Optional(Type.String()),
  tracking_url: Type.Optional(Type.String()),
  lines: Type.Array(
    Type.Object({ line_id: Type.String(), title: Type.String(), qty: Type.Integer() }),
  ),
  /** Until then the shop has fetched the goods, or paid them back. */
  due_at: Type.Optional(Type.Integer()),
  /** Paid back for it, once that is decided. */
  refund: Type.Optional(Type.Integer()),
  /** Why that is another amount than was paid for the goods. */
  refund_note: Type.Optional(Type.String()),
  can_withdraw: Type.Optional(Type.Literal(true)),
  /** A parcel with it may be named. */
  can_send: Type.Optional(Type.Literal(true)),
})

/** The rest of an order that used credit or points, in whole NT$. */
const Back = Type.Object({
  money: Type.Integer(),
  credit: Type.Integer(),
  first: Type.Enum(['money', 'credit']),
})

/** Which goods of an order its shopper may send back, until when, or why not. */
export const Returnable = Type.Object({
  /** The last second; absent until the goods are delivered. */
  until: Type.Optional(Type.Integer()),
  /** The days that the shopper has from the delivery. */
  days: Type.Integer(),
  why_not: Type.Optional(Type.String()),
  ways: Type.Array(Type.Enum(returnWays)),
  lines: Type.Array(
    Type.Object({
      line_id: Type.String(),
      title: Type.String(),
      /** So many may be asked for. */
      qty: Type.Integer(),
      /** So many were sent and did not come back, in other returns or not. */
      left: Type.Integer(),
      /** All pieces of the line, what was paid for them, and how many came back before. */
      ordered: Type.Integer(),
      paid: Type.Integer(),
      returned: Type.Integer(),
      no_return: Type.Optional(Type.Enum(noReturns)),
    }),
  ),
  /** The shipping fee, which is paid back with the last piece. */
  fee: Type.Optional(Type.Integer()),
  back: Type.Optional(Back),
  /** The money may go back as credit of the member, if they want. */
  takes_credit: Type.Optional(Type.Literal(true)),
})

/** Both in the reply of an order. */
export const ofOrder = {
  returns: Type.Optional(Type.Array(OrderReturn)),
  /** Absent while nothing of it was sent. */
  returnable: Type.Optional(Returnable),
}

const AskedLines = Type.Array(Type.Object({ line_id: Id, qty: Quantity }), {
  minItems: 1,
  maxItems: 100,
})
const Reason = Type.Optional(Type.String({ maxLength: 200 }))
const TrackingNumber = Type.String({ maxLength: 40, pattern: '^[A-Za-z0-9-]*$' })
const CarrierInput = Type.Optional(Type.Enum(carriers as [Carrier, ...Carrier[]]))

const Saved = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  return_id: Type.String(),
})

export const ask = {
  params: IdParams,
  data: Type.Object(
    {
      lines: AskedLines,
      /** Nobody has to give one. */
      reason: Reason,
      /** Without it the first of `returnable.ways`. */
      way: Type.Optional(Type.Enum(returnWays)),
      to: Type.Optional(Type.Enum(refundTargets)),
      carrier: CarrierInput,
      tracking_number: Type.Optional(TrackingNumber),
    },
    { additionalProperties: true },
  ),
  reply: Saved,
}
const OwnParams = Type.Object({ id: Id, returnId: Id })
export const send = {
  params: OwnParams,
  data: Type.Object(
    { carrier: CarrierInput, tracking_number: TrackingNumber },
    { additionalProperties: true },
  ),
  reply: Done,
}
export const withdraw = { params: OwnParams, reply: Done }

/** A return in the list of the back office. */
export const ListedReturn = Type.Object({
  id: Type.String(),
  order_id: Type.String(),
  order_number: Type.String(),
  name: Type.String(),
  state: Type.Enum(returnStates),
  way: Type.Optional(Type.Enum(returnWays)),
  reason: Type.String(),
  create_at: Type.Integer(),
  /** The next step is the shop's, by then. */
  due_at: Type.Optional(Type.Integer()),
  is_overdue: Type.Optional(Type.Literal(true)),
  pieces: Type.Integer(),
  /** In whole NT$; absent without `money.read`. */
  refund: Type.Optional(Type.Integer()),
})
export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    view: Type.Optional(Type.Enum([...returnViews, ''])),
    page_size: Type.Optional(Type.Enum(adminPageSizes)),
    /** Number of an order, or a name. */
    q: SearchText,
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    returns: Type.Array(ListedReturn),
    pagination: Pagination,
    messages: Messages,
    counts: Type.Record(Type.String(), Type.Integer()),
  }),
}

export const StaffReturn = Type.Object({
  ...ListedReturn.properties,
  to: Type.Enum(refundTargets),
  /** Entered by the staff. */
  is_of_staff: Type.Boolean(),
  answer: Type.Optional(Type.String()),
  carrier: Type.Optional(Type.Enum(carriers)),
  tracking_number: Type.Optional(Type.String()),
  tracking_url: Type.Optional(Type.String()),
  accepted_at: Type.Optional(Type.Integer()),
  received_at: Type.Optional(Type.Integer()),
  judged_at: Type.Optional(Type.Integer()),
  ended_at: Type.Optional(Type.Integer()),
  /** Refunded although nothing came back. */
  is_without_goods: Type.Optional(Type.Literal(true)),
  refund_note: Type.Optional(Type.String()),
  lines: Type.Array(
    Type.Object({
      line_id: Type.String(),
      title: Type.String(),
      qty: Type.Integer(),
      /** Once it is judged: sold again, and written off. */
      to_stock: Type.Integer(),
      written_off: Type.Integer(),
      /** Paid for the pieces; absent without `money.read`. */
      amount: Type.Optional(Type.Integer()),
    }),
  ),
  /** Of its goods and of the fee, and the rest of the order, from which both are given back. */
  sums: Type.Optional(
    Type.Object({
      goods: Type.Integer(),
      fee: Type.Integer(),
      refundable: Type.Integer(),
      back: Type.Optional(Back),
    }),
  ),
})
export const detail = {
  params: IdParams,
  reply: Type.Object({ success: Type.Literal(true), return: StaffReturn }),
}
export const open = {
  params: IdParams,
  data: Type.Object(
    { lines: AskedLines, reason: Reason, way: Type.Optional(Type.Enum(returnWays)) },
    { additionalProperties: true },
  ),
  reply: Saved,
}
export const accept = {
  params: IdParams,
  data: Type.Object({ answer: Reason }, { additionalProperties: true }),
  reply: Done,
}
export const refuse = {
  params: IdParams,
  data: Type.Object({ reason: Reason }, { additionalProperties: true }),
  reply: Done,
}

/** Pieces of each line that came back, which may be fewer than were asked for. */
const Judged = Type.Array(Type.Object({ line_id: Id, to_stock: Count, written_off: Count }), {
  minItems: 1,
  maxItems: 100,
})
export const receive = {
  params: IdParams,
  /** With `lines` it is judged at once. */
  data: Type.Object({ lines: Type.Optional(Judged) }, { additionalProperties: true }),
  reply: Done,
}
export const judge = {
  params: IdParams,
  data: Type.Object({ lines: Judged }, { additionalProperties: true }),
  reply: Done,
}
export const refund = {
  params: IdParams,
  data: Type.Object(
    {
      /** In whole NT$; without it what was paid for what came back. */
      amount: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999_999 })),
      /** Needed for another amount, and for a refund without goods. */
      reason: Reason,
    },
    { additionalProperties: true },
  ),
  reply: Done,
}
