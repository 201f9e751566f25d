import Type from 'typebox'
import { InvoiceInput } from './invoice-choice.schema.ts'
import { invoiceTaxTypes } from './invoice-lines.ts'
import { allowanceStates, invoiceStates, invoiceViews } from './invoice-states.ts'
import { Done, IdParams, Messages, PageQuery, Pagination, SearchText } from './paging.schema.ts'
import { adminPageSizes } from './paging.ts'

/** The first month of the two: `2026-11`. */
const Period = Type.String({ pattern: '^\\d{4}-(?:0[13579]|11)$' })

/** An invoice as its shopper sees it. */
export const OwnInvoice = Type.Object({
  /** `pending`: about to be issued. */
  state: Type.Enum(['pending', 'issued', 'voided']),
  /** In whole NT$, and what allowances (折讓) have taken off it. */
  amount: Type.Integer(),
  allowed: Type.Optional(Type.Integer()),
  /** 發票號碼 and 隨機碼. */
  number: Type.Optional(Type.String()),
  random: Type.Optional(Type.String()),
  /** When it was issued, in epoch seconds. */
  date: Type.Optional(Type.Integer()),
  choice: Type.Optional(InvoiceInput),
})

const Line = Type.Object({
  title: Type.String(),
  qty: Type.Integer(),
  unit: Type.String(),
  amount: Type.Integer(),
  tax_type: Type.Enum(invoiceTaxTypes),
})

const Call = {
  /** The last words of the provider, or why it gave no answer. */
  message: Type.Optional(Type.String()),
  /** It waits for somebody, or for the night. */
  is_blocked: Type.Optional(Type.Literal(true)),
}

const Allowance = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  state: Type.Enum(allowanceStates),
  number: Type.Optional(Type.String()),
  date: Type.Optional(Type.Integer()),
  lines: Type.Array(Line),
  ...Call,
})

/** Amounts are whole NT$, times epoch seconds. */
export const AdminInvoice = Type.Object({
  id: Type.String(),
  order_id: Type.String(),
  order_number: Type.String(),
  amount: Type.Integer(),
  /** After its allowances; 0 once it is void. */
  left: Type.Integer(),
  state: Type.Enum(invoiceStates),
  number: Type.Optional(Type.String()),
  random: Type.Optional(Type.String()),
  date: Type.Optional(Type.Integer()),
  create_at: Type.Integer(),
  /** As it was sent; without numbers for who does not see persons, none of an erased person. */
  choice: Type.Optional(InvoiceInput),
  is_trial: Type.Optional(Type.Literal(true)),
  lines: Type.Array(Line),
  allowances: Type.Array(Allowance),
  void_reason: Type.Optional(Type.String()),
  voided_at: Type.Optional(Type.Integer()),
  /** Until when it can be made void; absent where it cannot. */
  voidable_until: Type.Optional(Type.Integer()),
  ...Call,
})

/** Numbers that the period of now has left, as they were asked for last. */
const Numbers = Type.Object({
  left: Type.Integer(),
  all: Type.Integer(),
  is_low: Type.Boolean(),
  asked_at: Type.Integer(),
})

export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    view: Type.Optional(Type.Enum([...invoiceViews, ''])),
    /** When it was issued, or is to be. */
    period: Type.Optional(Type.Union([Period, Type.Literal('')])),
    kind: Type.Optional(Type.Enum(['person', 'company', 'donation', ''])),
    page_size: Type.Optional(Type.Enum(adminPageSizes)),
    /** Number of an order or of an invoice. */
    q: SearchText,
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    invoices: Type.Array(AdminInvoice),
    pagination: Pagination,
    messages: Messages,
    /** Of those that need somebody, and of those that wait. */
    counts: Type.Object({ problem: Type.Integer(), waiting: Type.Integer() }),
    numbers: Type.Optional(Numbers),
    is_on: Type.Boolean(),
  }),
}

const Step = Type.Object({
  type: Type.Enum(['void', 'allow', 'drop']),
  /** 發票號碼; absent of one that is not issued yet. */
  number: Type.Optional(Type.String()),
  amount: Type.Integer(),
})

export const ofOrder = {
  params: IdParams,
  query: Type.Object({
    /** Money that is to go back, in whole NT$: `preview` says what it would mean. */
    refund: Type.Optional(Type.String({ maxLength: 12, pattern: '^\\d*$' })),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    invoices: Type.Array(AdminInvoice),
    /** Without `refund` of all that the order keeps. */
    preview: Type.Array(Step),
  }),
}

export const retry = { params: IdParams, reply: Done }
export const retryAll = { reply: Done }
export const reissue = {
  params: IdParams,
  data: Type.Object(
    {
      reason: Type.String({ minLength: 1, maxLength: 20 }),
      /** Instead of what was chosen. */
      invoice: Type.Optional(InvoiceInput),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}

const Sum = Type.Object({ count: Type.Integer(), sum: Type.Integer() })

export const agreement = {
  query: Type.Object({ period: Type.Optional(Type.Union([Period, Type.Literal('')])) }),
  reply: Type.Object({
    success: Type.Literal(true),
    period: Type.String(),
    /** Those that there is something of, newest first. */
    periods: Type.Array(Type.String()),
    issued: Sum,
    voided: Sum,
    allowed: Sum,
    /** Of the books, for the same orders. */
    captured: Type.Integer(),
    given_back: Type.Integer(),
    /** Books without invoices of the period, and of all until its end; in whole NT$. */
    difference: Type.Integer(),
    open: Type.Integer(),
    /** The orders that `open` is of, at most 200. */
    orders: Type.Array(
      Type.Object({
        order_id: Type.String(),
        order_number: Type.String(),
        /** In whole NT$. */
        kept: Type.Integer(),
        invoiced: Type.Integer(),
        /** `later`: they agree by now. `other`: nobody knows, and somebody has to look. */
        reason: Type.Enum(['failed', 'not_due', 'refund_open', 'later', 'other']),
      }),
    ),
  }),
}
