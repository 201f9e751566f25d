import Type from 'typebox'
import { OrderMerge } from './order-merge.schema.ts'
import {
  type Carrier,
  carriers,
  orderActions,
  orderMailKinds,
  orderMailStates,
} from './order-states.ts'
import { Order, StaffOrder } from './orders.schema.ts'
import { OwnHandOut } from './own-hand-out.schema.ts'
import { Done, Id, IdParams } from './paging.schema.ts'
import { PaymentAttempt } from './payments.schema.ts'
import { ListedReturn, ofOrder as returnsOfOrder } from './returns.schema.ts'

/** A step in the life of an order, in the words of its reader. */
export const OrderTimelineEvent = Type.Object({
  /** Epoch seconds. */
  at: Type.Integer(),
  kind: Type.String(),
  /** 您, 商店 or 系統; for an administrator the name of who did it. */
  actor: Type.String(),
  text: Type.Optional(Type.String()),
  parcel_id: Type.Optional(Type.String()),
  refund_id: Type.Optional(Type.String()),
})

export const Parcel = Type.Object({
  id: Type.String(),
  carrier: Type.Enum(carriers),
  tracking_number: Type.String(),
  tracking_url: Type.Optional(Type.String()),
  lines: Type.Array(
    Type.Object({ line_id: Type.String(), title: Type.String(), qty: Type.Integer() }),
  ),
  /** Epoch seconds. */
  shipped_at: Type.Integer(),
  delivered_at: Type.Optional(Type.Integer()),
})

/** Where a refund is remitted to. */
export const RefundAccount = Type.Object({
  bank_code: Type.String({ pattern: '^[0-9]{3}$' }),
  account: Type.String({ pattern: '^[0-9]{6,16}$' }),
  /** Of whom the account is. */
  name: Type.String({ minLength: 1, maxLength: 50 }),
})

export const refundStates = ['queued', 'sent', 'done', 'failed', 'manual', 'dropped'] as const
export const Refund = Type.Object({
  id: Type.String(),
  order_id: Type.String(),
  /** In whole NT$. */
  amount: Type.Integer(),
  reason: Type.String(),
  state: Type.Enum(refundStates),
  method: Type.String(),
  created_at: Type.Integer(),
  done_at: Type.Optional(Type.Integer()),
  /** It was given as 購物金. */
  to_credit: Type.Optional(Type.Literal(true)),
  /** The shopper has to say where it is remitted to. */
  needs_account: Type.Optional(Type.Literal(true)),
  /** For an administrator only: how often the gateway was called, and why it waits or failed. */
  attempts: Type.Optional(Type.Integer()),
  last_error: Type.Optional(Type.String()),
  remitted_on: Type.Optional(Type.String()),
  /** It was sent more than 24 hours ago, and the gateway does not say what came of it. */
  is_unanswered: Type.Optional(Type.Literal(true)),
  /** For an administrator who may refund. */
  account: Type.Optional(RefundAccount),
})

export const OrderMail = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(orderMailKinds),
  recipient: Type.String(),
  state: Type.Enum(orderMailStates),
  /** Epoch seconds. */
  at: Type.Integer(),
  last_error: Type.Optional(Type.String()),
})

const Reason = Type.String({ maxLength: 200 })

export const detail = {
  params: IdParams,
  reply: Type.Object({
    success: Type.Literal(true),
    order: Order,
    timeline: Type.Array(OrderTimelineEvent),
    parcels: Type.Array(Parcel),
    refunds: Type.Array(Refund),
    /** The last attempt to pay it. */
    payment: Type.Optional(PaymentAttempt),
    /** Of what is fetched at a place, or from the leader. */
    hand_out: Type.Optional(OwnHandOut),
    can_cancel: Type.Boolean(),
    /** Only while the shopper may change goods and delivery. */
    can_change: Type.Optional(Type.Literal(true)),
    /** Only where other orders go in its parcel, or could. */
    merge: Type.Optional(OrderMerge),
    ...returnsOfOrder,
  }),
}
/** State that the shopper saw: once the group is decided the call is refused, and the place stays. */
export const ExpectedPlace = Type.Object({
  expected_state: Type.Optional(Type.Enum(['undecided'])),
})
export const cancel = {
  params: IdParams,
  query: ExpectedPlace,
  /** `{data: {reason?}}`, or no body at all. */
  body: Type.Unknown(),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    refunds: Type.Array(Refund),
  }),
}

const MessageText = Type.String({ minLength: 1, maxLength: 1_000 })
export const ask = {
  params: IdParams,
  data: Type.Object({ text: MessageText }, { additionalProperties: true }),
  reply: Done,
}

export const adminDetail = {
  params: IdParams,
  reply: Type.Object({
    success: Type.Literal(true),
    order: StaffOrder,
    timeline: Type.Array(OrderTimelineEvent),
    parcels: Type.Array(Parcel),
    /** None without `money.read`, as the attempts. */
    refunds: Type.Array(Refund),
    /** Newest first. */
    attempts: Type.Array(PaymentAttempt),
    /** In whole NT$: what came in and is not given back yet; absent without `money.read`. */
    refundable: Type.Optional(Type.Integer()),
    /** Credit and points that it uses by now: a return may give them back beside the money. */
    credit_used: Type.Optional(Type.Integer()),
    /** Of a return it comes back before the money. */
    credit_first: Type.Optional(Type.Literal(true)),
    actions: Type.Array(Type.Enum(orderActions)),
    /** Only while the staff may change goods and delivery. */
    can_change: Type.Optional(Type.Literal(true)),
    /** Only where other orders go in its parcel, or could. */
    merge: Type.Optional(OrderMerge),
    /** Newest first; absent of an order without any. */
    returns: Type.Optional(Type.Array(ListedReturn)),
    /** Pieces of each line for which a return may be opened; absent where there are none. */
    returnable: Type.Optional(
      Type.Array(
        Type.Object({ line_id: Type.String(), title: Type.String(), qty: Type.Integer() }),
      ),
    ),
    /** The mails to the shopper, newest first. */
    mails: Type.Array(OrderMail),
    is_archived: Type.Boolean(),
  }),
}
export const adminPrepare = { params: IdParams, reply: Done }

const TrackingNumber = Type.String({ maxLength: 40, pattern: '^[A-Za-z0-9-]*$' })
const CarrierInput = Type.Enum(carriers as [Carrier, ...Carrier[]])
export const adminShip = {
  params: IdParams,
  data: Type.Object(
    {
      carrier: CarrierInput,
      tracking_number: Type.Optional(TrackingNumber),
      lines: Type.Optional(
        Type.Array(
          Type.Object({ line_id: Id, qty: Type.Integer({ minimum: 1, maximum: 9_999 }) }),
          { minItems: 1, maxItems: 100 },
        ),
      ),
    },
    { additionalProperties: true },
  ),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    data: Type.Optional(Parcel),
  }),
}
export const adminChangeParcel = {
  params: Type.Object({ id: Id, parcelId: Id }),
  data: Type.Object(
    {
      carrier: Type.Optional(CarrierInput),
      tracking_number: Type.Optional(TrackingNumber),
      is_delivered: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}
export const adminCloseRest = { params: IdParams, reply: Done }
export const adminCancel = {
  params: IdParams,
  data: Type.Object({ reason: Type.Optional(Reason) }, { additionalProperties: true }),
  reply: Done,
}
export const adminReturn = {
  params: IdParams,
  data: Type.Object(
    {
      reason: Reason,
      /** In whole NT$. */
      refund: Type.Integer({ minimum: 0 }),
      lines: Type.Array(
        Type.Object({
          line_id: Id,
          qty: Type.Integer({ minimum: 1, maximum: 9_999 }),
          to_stock: Type.Boolean(),
        }),
        { maxItems: 100 },
      ),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}
export const adminNote = {
  params: IdParams,
  data: Type.Object(
    { text: Type.String({ minLength: 1, maxLength: 2_000 }) },
    { additionalProperties: true },
  ),
  reply: Done,
}
export const adminSettle = { params: IdParams, reply: Done }
export const adminRestore = { params: IdParams, reply: Done }
export const adminMail = {
  params: IdParams,
  data: Type.Object({ kind: Type.Enum(orderMailKinds) }, { additionalProperties: true }),
  reply: Done,
}
