import Type from 'typebox'
import { groupStates, participationStates } from './campaign-states.ts'
import { CodeParams, ServerNow } from './campaigns.schema.ts'
import { Id, IdOrNone } from './paging.schema.ts'
import { ProductTotal } from './participations.schema.ts'
import { plusOneDoubts, plusOneOutcomes } from './plus-one/outcomes.ts'
import { maxVariants } from './product-limits.ts'

const success = Type.Literal(true)
const Sold = { product_id: Type.String(), variant_id: Type.Optional(Type.String()) }

/** A place in a chat has the name of its person there; `person_id` is one who is known by another name. */
const AskedPlace = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  person_id: Type.Optional(Id),
  /** Of the recipient; without it as it is known, or the name in the chat. */
  contact_name: Type.Optional(Type.String({ maxLength: 100 })),
  tel: Type.Optional(Type.String({ maxLength: 60 })),
  /** All that the person has from now on; empty: the place is given up. */
  lines: Type.Array(
    Type.Object({
      product_id: Id,
      variant_id: IdOrNone,
      qty: Type.Integer({ minimum: 1, maximum: 9_999 }),
    }),
    { maxItems: maxVariants },
  ),
  /** Of the place that was shown; absent: none was. */
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
  /** The total that was shown, in whole NT$: another one is refused. */
  expected_total: Type.Optional(Type.Integer()),
})
const Places = Type.Array(AskedPlace, { minItems: 1, maxItems: 200 })

/** Where the goods are fetched; needed where the leader does not hand them out. */
const PickUp = Type.Optional(Type.Object({ method_id: Id, place_id: IdOrNone }))

const readData = {
  /** A chat, or a list; empty: nothing is read but how the group stands. */
  text: Type.String({ maxLength: 60_000 }),
  /** Codes and words of the goods beside their titles; without them letters in their order. */
  words: Type.Optional(
    Type.Array(
      Type.Object({
        sold_id: Id,
        words: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 }),
      }),
      { maxItems: 1_000 },
    ),
  ),
  /** Names in the chat with spaces in them, which nobody has entered yet. */
  names: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })),
  /** Places to be quoted. */
  places: Type.Optional(Places),
  pick_up: PickUp,
}
const enterData = { places: Places, pick_up: PickUp }

export const LineOrderGoods = Type.Object({
  ...Sold,
  /** Absent of a product without options; `title` names the variant, too. */
  variant_title: Type.Optional(Type.String()),
  title: Type.String(),
  /** Codes and words that were looked for. */
  words: Type.Array(Type.String()),
  /** The ceiling, in whole NT$. */
  unit_price: Type.Integer(),
})

/** A message of the chat or a line of the list, with what was understood. */
export const LineOrderEntry = Type.Object({
  /** From 1. */
  line: Type.Integer(),
  text: Type.String(),
  /** `2026-11-27T09:46` */
  at: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  outcome: Type.Enum(plusOneOutcomes),
  doubts: Type.Array(Type.Enum(plusOneDoubts)),
  /** Pieces more, or less; of an `unsure` one a guess. */
  moves: Type.Array(Type.Object({ ...Sold, by: Type.Integer() })),
})

const LinePlace = Type.Object({
  version: Type.Integer(),
  state: Type.Enum(participationStates),
  lines: Type.Array(ProductTotal),
  qty: Type.Integer(),
  /** In whole NT$. */
  total: Type.Integer(),
  /** The page of its order, where it is paid; for the person alone. */
  link: Type.String(),
})

/** Somebody of whom places were entered, with all names in the chat. */
export const LinePerson = Type.Object({
  person_id: Type.String(),
  names: Type.Array(Type.String()),
  contact_name: Type.String(),
  tel: Type.String(),
  /** The live one in this group. */
  place: Type.Optional(LinePlace),
})

export const LineQuote = Type.Object({
  name: Type.String(),
  /** At the ceiling, in whole NT$; 0 of a place that is given up. */
  total: Type.Integer(),
  /** Why it could not be entered as it is. */
  refusal: Type.Optional(Type.String()),
})

export const readReply = Type.Object({
  success,
  group: Type.Object({
    code: Type.String(),
    title: Type.String(),
    state: Type.Enum(groupStates),
    expires_at: Type.Integer(),
    pays_leader: Type.Optional(Type.Literal(true)),
    /** Pieces. */
    places_left: Type.Optional(Type.Integer()),
    per_member_limit: Type.Optional(Type.Integer()),
    /** Why nothing can be entered. */
    refusal: Type.Optional(Type.String()),
  }),
  goods: Type.Array(LineOrderGoods),
  /** Where the goods can be fetched; empty where the leader hands them out. */
  pick_ups: Type.Array(
    Type.Object({
      method_id: Type.String(),
      place_id: Type.Optional(Type.String()),
      name: Type.String(),
    }),
  ),
  entries: Type.Array(LineOrderEntry),
  people: Type.Array(LinePerson),
  /** People of the chat who seem to have joined by themselves. */
  joined: Type.Array(Type.Object({ name: Type.String(), contact_name: Type.String() })),
  quotes: Type.Array(LineQuote),
  ...ServerNow,
})

const lineOutcomes = ['entered', 'changed', 'unchanged', 'ended', 'refused'] as const
export const enterReply = Type.Object({
  success,
  message: Type.String(),
  /** In the order of `places`; each is entered, or not, by itself. */
  results: Type.Array(
    Type.Object({
      name: Type.String(),
      outcome: Type.Enum(lineOutcomes),
      /** Why it was refused. */
      message: Type.Optional(Type.String()),
    }),
  ),
})

const own = { additionalProperties: true }
export const read = { params: CodeParams, data: Type.Object(readData, own), reply: readReply }
export const enter = { params: CodeParams, data: Type.Object(enterData, own), reply: enterReply }

/** The group of a pool, or of teams the one that is named. */
const ofCampaign = { campaign_id: Id, group_id: Type.Optional(Id) }
export const adminRead = {
  data: Type.Object({ ...ofCampaign, ...readData }, own),
  reply: readReply,
}
export const adminEnter = {
  data: Type.Object({ ...ofCampaign, ...enterData }, own),
  reply: enterReply,
}
