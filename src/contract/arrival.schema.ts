import Type from 'typebox'
import { arrivalRules } from './arrival-rules.ts'
import { Id, IdOrNone, IdParams } from './paging.schema.ts'
import { maxVariants } from './product-limits.ts'
import { Run } from './runs.schema.ts'

const Pieces = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const Sold = Type.Object({
  product_id: Id,
  /** Of a product with options. */
  variant_id: IdOrNone,
})
/** Pieces that came for one participant. */
const Share = Type.Object({
  participation_id: Id,
  ...Sold.properties,
  qty: Type.Integer({ minimum: 0, maximum: 9_999 }),
})
const PlaceLine = Type.Object({
  product_id: Type.String(),
  variant_id: Type.Optional(Type.String()),
  /** Names the variant, too. */
  title: Type.String(),
  ordered: Type.Integer(),
  /** With what was shipped before. */
  given: Type.Integer(),
  /** So many of the given ones were shipped before. */
  shipped: Type.Integer(),
})
const Place = Type.Object({
  participation_id: Type.String(),
  order_id: Type.String(),
  /** The number of the order. */
  number: Type.String(),
  /** As others see it: 「王○○」. */
  name: Type.String(),
  accepts_fewer: Type.Boolean(),
  lines: Type.Array(PlaceLine),
  /** In whole NT$. */
  refund: Type.Integer(),
})

export const arrive = {
  params: IdParams,
  data: Type.Object(
    {
      /** One delivery; empty when nothing more came. */
      lines: Type.Array(
        Type.Object({
          ...Sold.properties,
          received: Pieces,
          /** Of the received ones, those that cannot be given out. */
          damaged: Type.Optional(Pieces),
        }),
        { maxItems: 100 * maxVariants },
      ),
      /** Without it the rest is waited for, and nobody gets less. */
      rule: Type.Optional(Type.Enum(arrivalRules)),
      /** Of the rule `manual`; a place that is not named gets nothing more. */
      shares: Type.Optional(Type.Array(Share, { maxItems: 50_000 })),
      note: Type.Optional(Type.String({ maxLength: 200 })),
      /** Shows who would get how much, and changes nothing. */
      preview: Type.Optional(Type.Boolean()),
      /** The sum that the preview showed, in whole NT$: another one is refused. */
      expected_total: Type.Optional(Type.Integer()),
    },
    { additionalProperties: true },
  ),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    /** All that share, in the order of joining; empty without a rule. */
    places: Type.Array(Place),
    /** They wait for goods and keep what they have: their parcel is packed, or their goods are fetched. */
    left_out: Type.Optional(
      Type.Array(
        Type.Object({ number: Type.String(), name: Type.String(), reason: Type.String() }),
      ),
    ),
    /** In whole NT$; absent without a rule. */
    refund_total: Type.Optional(Type.Integer()),
    /** Pieces that nobody gets; they stay in the stock. */
    left: Type.Array(
      Type.Object({
        product_id: Type.String(),
        variant_id: Type.Optional(Type.String()),
        title: Type.String(),
        qty: Type.Integer(),
      }),
    ),
    /** The run that gives it out; absent when nobody gets less. */
    run: Type.Optional(Run),
  }),
}
