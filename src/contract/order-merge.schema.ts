import Type from 'typebox'
import { Done, Id, IdParams } from './paging.schema.ts'

/** Another order, by which a reader of this one finds it. */
const OrderBeside = Type.Object({
  id: Type.String(),
  number: Type.String(),
  /** Its goods are still to come from the supplier; all are sent once they are there. */
  awaits_goods: Type.Optional(Type.Literal(true)),
})

/** The orders that go in one parcel with an order (併單), and those that could. */
export const OrderMerge = Type.Object({
  /** The others in its parcel; empty while it is sent by itself. */
  with: Type.Array(OrderBeside),
  /** Those that could go along, of the same recipient and place. */
  offers: Type.Array(OrderBeside),
  /** Of the same recipient, and why they cannot go along. */
  left_out: Type.Array(Type.Object({ number: Type.String(), reason: Type.String() })),
  /**
   * In whole NT$: what one parcel costs less, with the offers; given back, or not asked for, once it is
   * packed. Absent without `money.read`.
   */
  saving: Type.Optional(Type.Integer()),
  /** Something in it, or among the offers, is still to come: it is sent once all is there. */
  waits: Type.Optional(Type.Literal(true)),
  /** The parcel may be taken apart. */
  can_split: Type.Optional(Type.Literal(true)),
})

export const merge = {
  params: IdParams,
  data: Type.Object(
    {
      with: Type.Array(Id, { minItems: 1, maxItems: 19 }),
      /** The saving that was shown, in whole NT$: another one is refused. */
      expected_saving: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}

export const split = { params: IdParams, reply: Done }
