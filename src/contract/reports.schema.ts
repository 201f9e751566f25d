import Type from 'typebox'
import { campaignMetrics } from './campaign-states.ts'
import { Messages } from './paging.schema.ts'

const reportRanges = ['today', 'yesterday', '7d', '30d', 'month', 'last_month'] as const

/** A name, or two days `2026-11-21` of Taipei; without any of these, today. */
const RangeQuery = Type.Object({
  range: Type.Optional(Type.Enum(reportRanges)),
  from: Type.Optional(Type.String({ maxLength: 10 })),
  to: Type.Optional(Type.String({ maxLength: 10 })),
})

/** Money in whole NT$. */
const Figures = Type.Object({
  orders: Type.Integer(),
  received: Type.Integer(),
  refunded: Type.Integer(),
  net: Type.Integer(),
  /** Rounded half up; null where no payment counts. */
  average: Type.Union([Type.Integer(), Type.Null()]),
})

/** In whole percent; null where the figure before was 0. */
const Change = Type.Union([Type.Integer(), Type.Null()])

const worklistKinds = [
  'to_ship',
  /** Parcels to convenience stores: what is the matter with them, and those that come back. */
  'shipment_problem',
  'shipment_back',
  'unanswered',
  'expiring',
  'return_asked',
  'return_to_come',
  'return_to_refund',
  'refund_failed',
  'refund_manual',
  /** A change has made it dearer, and that is not paid yet. */
  'balance_due',
  /** All of its money is back, and it still holds its goods and its coupon. */
  'paid_back',
  'difference',
  'at_risk',
  'shortfall',
  /** Campaigns of which something is to be ordered from the supplier, or ordered and not there. */
  'to_order',
  'to_arrive',
  /** Hand-overs that leaders have announced, and nobody has booked. */
  'hand_over',
  /** Invoices that were refused or get no answer, and a period that runs out of numbers. */
  'invoice_failed',
  'invoice_numbers_low',
  'stock_low',
  'job_failed',
] as const

export const worklist = {
  reply: Type.Object({
    success: Type.Literal(true),
    worklist: Type.Array(
      Type.Object({
        kind: Type.Enum(worklistKinds),
        count: Type.Integer(),
        /** The first of them has to be done by then, in epoch seconds. */
        due_at: Type.Optional(Type.Integer()),
      }),
    ),
  }),
}
export const sales = {
  query: RangeQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    /** The first and the last day. */
    range: Type.Object({
      from: Type.String(),
      to: Type.String(),
      unit: Type.Enum(['hour', 'day', 'month']),
    }),
    figures: Figures,
    before: Figures,
    change: Type.Object({
      orders: Change,
      received: Change,
      refunded: Change,
      net: Change,
      average: Change,
    }),
    /** `at` is the beginning of an hour, a day or a month, in epoch seconds. */
    points: Type.Array(
      Type.Object({
        at: Type.Integer(),
        orders: Type.Integer(),
        received: Type.Integer(),
        refunded: Type.Integer(),
      }),
    ),
  }),
}
export const products = {
  query: RangeQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    products: Type.Array(
      Type.Object({
        product_id: Type.String(),
        title: Type.String(),
        units: Type.Integer(),
        amount: Type.Integer(),
      }),
    ),
    messages: Messages,
  }),
}
export const coupons = {
  query: RangeQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    coupons: Type.Array(
      Type.Object({
        coupon_id: Type.String(),
        title: Type.String(),
        code: Type.String(),
        uses: Type.Integer(),
        discount: Type.Integer(),
      }),
    ),
    messages: Messages,
  }),
}
export const groups = {
  query: RangeQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    groups: Type.Array(
      Type.Object({
        group_id: Type.String(),
        campaign_id: Type.String(),
        title: Type.String(),
        state: Type.Enum(['forming', 'reached']),
        units: Type.Integer(),
        /** How many are missing to the minimum, in units or members as the campaign counts. */
        missing: Type.Integer(),
        /** Which of the two it is. */
        metric: Type.Optional(Type.Enum(campaignMetrics)),
      }),
    ),
    messages: Messages,
  }),
}
