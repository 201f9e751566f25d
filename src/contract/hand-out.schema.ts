import Type from 'typebox'
import { CodeParams, ServerNow } from './campaigns.schema.ts'
import { handOutResults, handOutStates, maxHandOutItems } from './hand-out-states.ts'
import { Done, Id } from './paging.schema.ts'
import { ProductTotal } from './participations.schema.ts'

const success = Type.Literal(true)

/** An order at the hand-out, as leader and staff see it: no code, address, e-mail or whole telephone. */
export const HandOut = Type.Object({
  /** Of the participation, or of an order without a group. */
  id: Type.String(),
  name: Type.String(),
  /** The last three digits of the telephone. */
  tel_end: Type.String(),
  /**
   * The last three digits of the code, so that a phone without a network finds whom a typed code may
   * be of. The server compares all six.
   */
  code_end: Type.Optional(Type.String()),
  group: Type.Optional(Type.Object({ code: Type.String(), title: Type.String() })),
  /** For the staff. */
  number: Type.Optional(Type.String()),
  /** The place of the pick-up that was chosen. */
  place: Type.Optional(Type.String()),
  /** The pieces to give, or that were given. */
  lines: Type.Array(ProductTotal),
  state: Type.Enum(handOutStates),
  /** In whole NT$; absent for staff who see no amounts. */
  owed: Type.Optional(Type.Integer()),
  /** The leader takes what is owed: it is ticked with the hand-out by `received`. */
  is_owed_to_leader: Type.Optional(Type.Literal(true)),
  handed_out_at: Type.Optional(Type.Integer()),
  /** Until then it can be undone. */
  undo_until: Type.Optional(Type.Integer()),
})

export const find = {
  params: CodeParams,
  reply: Type.Object({ success, hand_out: HandOut, ...ServerNow }),
}

export const list = {
  query: Type.Object({
    /** Of one group alone. */
    group: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    success,
    hand_outs: Type.Array(HandOut),
    /** How many there are; the list has 500 at most. */
    total: Type.Integer(),
    /** How many have waited for days and can be reminded now. */
    remindable: Type.Integer(),
    ...ServerNow,
  }),
}

/** The phone's own time; only repeated in the reply. */
const DeviceTime = Type.Union([Type.Number(), Type.String({ maxLength: 40 })])

/** One hand-out: by the code, by the id of a list, or by both, which then have to agree. */
const Item = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 20 })),
  id: Type.Optional(Id),
  at: Type.Optional(DeviceTime),
  /**
   * Cash that the leader takes for a place that is paid to the leader, in whole NT$: all that is owed,
   * else it stays unpaid. For every other order it counts for nothing.
   */
  received: Type.Optional(Type.Integer({ minimum: 0 })),
  is_undo: Type.Optional(Type.Boolean()),
})
const Result = Type.Object({
  code: Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
  at: Type.Optional(DeviceTime),
  result: Type.Enum(handOutResults),
  handed_out_at: Type.Optional(Type.Integer()),
  undo_until: Type.Optional(Type.Integer()),
})
export const handOut = {
  data: Type.Object(
    { items: Type.Array(Item, { minItems: 1, maxItems: maxHandOutItems }) },
    { additionalProperties: true },
  ),
  reply: Type.Object({ success, results: Type.Array(Result), ...ServerNow }),
}

export const remind = {
  data: Type.Object(
    { group: Type.Optional(Type.String({ maxLength: 200 })) },
    { additionalProperties: true },
  ),
  reply: Done,
}
