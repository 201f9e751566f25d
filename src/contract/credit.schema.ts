import Type from 'typebox'
import { creditCauses, creditKinds } from './credit-kinds.ts'
import { PageQuery, Pagination } from './paging.schema.ts'

const percent = Type.Integer({ minimum: 0, maximum: 100 })

/** Credit and points. The defaults are in `credit.ts`. */
export const CreditSettings = Type.Object({
  credit_on: Type.Boolean(),
  points_on: Type.Boolean(),
  /** Of the goods of an order, once it is completed. */
  percent,
  /** More for each order completed within a year before. */
  step: percent,
  most: percent,
  /** Days that points last. */
  days: Type.Integer({ minimum: 30, maximum: 3_650 }),
  /** Percent of the goods that may be paid with credit and points. */
  share: Type.Integer({ minimum: 1, maximum: 100 }),
  /** Of a paid order that costs less or is returned: what goes back first. */
  first: Type.Enum(['money', 'credit']),
})

export const ShownCredit = Type.Object({
  share: Type.Integer(),
  credit: Type.Optional(Type.Literal(true)),
  points: Type.Optional(
    Type.Object({
      percent: Type.Integer(),
      step: Type.Integer(),
      most: Type.Integer(),
      days: Type.Integer(),
    }),
  ),
})

const kind = Type.Enum(creditKinds)
const Day = Type.String({ minLength: 10, maxLength: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })

/** In whole NT$; below 0: taken. */
export const CreditEntry = Type.Object({
  id: Type.String(),
  kind,
  amount: Type.Integer(),
  cause: Type.Enum(creditCauses),
  /** Epoch seconds. */
  at: Type.Integer(),
  order_id: Type.Optional(Type.String()),
  order_number: Type.Optional(Type.String()),
  /** The percent of the goods that it is. */
  percent: Type.Optional(Type.Integer()),
  /** The last day of what came in, `YYYY-MM-DD` of Taipei. */
  ends_on: Type.Optional(Type.String()),
  /** Words of the shop to it. */
  reason: Type.Optional(Type.String()),
})

const End = Type.Object({ kind, amount: Type.Integer(), ends_on: Type.String() })

const account = {
  /** 購物金, in whole NT$. */
  balance: Type.Integer(),
  points: Type.Integer(),
  /** The rest of the lots with an end, by their last day. */
  ends: Type.Array(End),
  entries: Type.Array(CreditEntry),
  pagination: Pagination,
}

export const own = {
  query: PageQuery,
  reply: Type.Object({ success: Type.Literal(true), ...account }),
}

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 20 }) })

export const ofCustomer = {
  params,
  query: PageQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    /** False of a guest, who has no account. */
    is_member: Type.Boolean(),
    ...account,
  }),
}

const maxCreditByHand = 1_000_000

export const change = {
  params,
  data: Type.Object({
    kind,
    /** In whole NT$; below 0: taken. */
    amount: Type.Integer({ minimum: -maxCreditByHand, maximum: maxCreditByHand }),
    /** The member reads it. */
    reason: Type.String({ minLength: 1, maxLength: 200 }),
    /** The last day of a gift; without it credit has no end, and points last as long as earned ones. */
    ends_on: Type.Optional(Day),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    balance: Type.Integer(),
    points: Type.Integer(),
  }),
}

export const totals = {
  reply: Type.Object({
    success: Type.Literal(true),
    /** In whole NT$, of all members. */
    credit: Type.Integer(),
    points: Type.Integer(),
    members: Type.Integer(),
    /** Within the next 30 days. */
    ending: Type.Object({ credit: Type.Integer(), points: Type.Integer() }),
  }),
}
