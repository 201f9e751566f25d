import Type from 'typebox'
import { Done, Id, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'
import { PaymentAttempt } from './payments.schema.ts'

const differenceKinds = [
  'money_without_order',
  'order_without_money',
  'amount_differs',
  'paid_twice',
  'not_captured',
  'unknown',
  'ledger',
] as const

export const Difference = Type.Object({
  id: Type.String(),
  kind: Type.Enum(differenceKinds),
  order_id: Type.Optional(Type.String()),
  order_number: Type.Optional(Type.String()),
  /** For asking the gateway. */
  attempt_id: Type.Optional(Type.String()),
  product_id: Type.Optional(Type.String()),
  product_title: Type.Optional(Type.String()),
  trade_no: Type.Optional(Type.String()),
  /** In whole NT$; of a product, in pieces. */
  ours: Type.Optional(Type.Integer()),
  theirs: Type.Optional(Type.Integer()),
  /** Epoch seconds. */
  since: Type.Integer(),
  /** The cause of a `ledger`; behind it what was noted by who settled it. */
  note: Type.Optional(Type.String()),
  resolved_at: Type.Optional(Type.Integer()),
})

export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    kind: Type.Optional(Type.Enum(differenceKinds)),
    resolved: Type.Optional(Type.Literal('1')),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    differences: Type.Array(Difference),
    /** When all books were checked, in epoch seconds; missing before the first night. */
    checked_at: Type.Optional(Type.Integer()),
    /** The callbacks of today, in Taipei, that were not believed. */
    refused_callbacks: Type.Integer(),
    pagination: Pagination,
    messages: Messages,
  }),
}

export const check = { reply: Done }
export const resolve = {
  params: IdParams,
  data: Type.Object(
    { note: Type.String({ minLength: 1, maxLength: 200 }) },
    { additionalProperties: true },
  ),
  reply: Done,
}

export const query = {
  params: IdParams,
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    data: PaymentAttempt,
  }),
}

export const Callback = Type.Object({
  id: Type.Integer(),
  provider: Type.String(),
  /** `state`: of a parcel, by logistics. */
  kind: Type.Enum(['notify', 'number', 'state']),
  /** Epoch seconds. */
  received_at: Type.Integer(),
  /** Missing for one that was not read to its end. */
  outcome: Type.Optional(Type.Enum(['applied', 'refused'])),
  reason: Type.Optional(Type.String()),
  /** How often it came, if more than once. */
  times: Type.Optional(Type.Integer()),
  /** Its bytes, those that are no text escaped; empty when they are too old to be kept. */
  body: Type.String(),
})
export const callbacks = {
  query: Type.Object({
    ...PageQuery.properties,
    outcome: Type.Optional(Type.Enum(['applied', 'refused'])),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    callbacks: Type.Array(Callback),
    pagination: Pagination,
    messages: Messages,
  }),
}

const settlementResults = ['matched', 'amount_differs', 'unknown', 'duplicate', 'missing'] as const
const Result = Type.Enum(settlementResults)

/** The names of the columns of a file; `fee` and `day` may be missing. */
export const SettlementColumns = Type.Object({
  trade_no: Type.String({ minLength: 1, maxLength: 200 }),
  amount: Type.String({ minLength: 1, maxLength: 200 }),
  fee: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  day: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
})

/** Count and sum of one result's lines. */
const Sum = Type.Object({
  result: Result,
  count: Type.Integer(),
  /** In whole NT$. */
  sum: Type.Integer(),
})

export const Settlement = Type.Object({
  id: Type.String(),
  file_name: Type.String(),
  /** Epoch seconds. */
  imported_at: Type.Integer(),
  first_day: Type.Optional(Type.String()),
  last_day: Type.Optional(Type.String()),
  /** The lines of the file. */
  lines: Type.Integer(),
  matched: Type.Integer(),
  differences: Type.Integer(),
  /** In whole NT$. */
  sum: Type.Integer(),
  fees: Type.Integer(),
  results: Type.Array(Sum),
})

export const SettlementLine = Type.Object({
  position: Type.Integer(),
  trade_no: Type.String(),
  order_id: Type.Optional(Type.String()),
  /** In whole NT$, below zero for a refund. */
  amount: Type.Integer(),
  ours: Type.Optional(Type.Integer()),
  fee: Type.Optional(Type.Integer()),
  day: Type.Optional(Type.String()),
  result: Result,
})

export const importFile = {
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    /** Either the file is imported, or its columns have to be chosen among these. */
    data: Type.Optional(Settlement),
    headers: Type.Optional(Type.Array(Type.String())),
  }),
}

export const settlements = {
  query: PageQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    settlements: Type.Array(Settlement),
    pagination: Pagination,
    messages: Messages,
  }),
}
export const settlement = {
  params: Type.Object({ id: Id }),
  query: Type.Object({ ...PageQuery.properties, result: Type.Optional(Result) }),
  reply: Type.Object({
    success: Type.Literal(true),
    settlement: Settlement,
    lines: Type.Array(SettlementLine),
    pagination: Pagination,
    messages: Messages,
  }),
}
