import Type from 'typebox'

/** In whole NT$. */
const Amount = Type.Integer()

/** Sums of a month; what came in is `goods - discounts + fees - credit_used`. */
export const Figures = Type.Object({
  /** Goods as they were priced, before discounts. */
  goods: Amount,
  discounts: Amount,
  /** Of shipping. */
  fees: Amount,
  /** Credit and points that paid for a part. */
  credit_used: Amount,
  /** Captured, less what was withdrawn. */
  received: Amount,
  refunded: Amount,
  /** Refunds that members took as credit: no money left. */
  credited: Amount,
  net: Amount,
  /** Of invoices. */
  issued: Amount,
  voided: Amount,
  allowed: Amount,
  /** Of settlement files, and what the providers kept of it. */
  paid_out: Amount,
  payout_fees: Amount,
})

export const Month = Type.Object({
  /** In Taipei, `2026-10`. */
  month: Type.String(),
  state: Type.Enum(['open', 'ended', 'closed']),
  /** It has ended, and the month before it is closed, or none was ever. */
  can_close: Type.Boolean(),
  received: Amount,
  refunded: Amount,
  net: Amount,
  /** Epoch seconds, and the name of the account. */
  closed_at: Type.Optional(Type.Integer()),
  closed_by: Type.Optional(Type.String()),
})

const MonthParams = Type.Object({ month: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }) })

export const list = {
  reply: Type.Object({ success: Type.Literal(true), months: Type.Array(Month) }),
}

export const figures = {
  params: MonthParams,
  reply: Type.Object({ success: Type.Literal(true), figures: Figures }),
}

export const close = {
  params: MonthParams,
  reply: Type.Object({ success: Type.Literal(true), message: Type.String(), month: Month }),
}

export const file = { params: MonthParams, reply: Type.Any() }
