import Type from 'typebox'
import { ShownSeller } from './campaign-sellers.schema.ts'
import { campaignMoneys, deliveries, groupStates, participationStates } from './campaign-states.ts'
import { CampaignSummary, CodeParams, Group, ServerNow } from './campaigns.schema.ts'
import { InvoiceInput } from './invoice-choice.schema.ts'
import { ExpectedPlace } from './order-life.schema.ts'
import { AddressPlace, UsedCredit } from './orders.schema.ts'
import { otherShapes } from './other-shapes.ts'
import { OwnHandOut } from './own-hand-out.schema.ts'
import { Done, Id, IdOrNone, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'
import { maxVariants } from './product-limits.ts'
import { ShippingChoice, ShippingOffer, ShippingQuery } from './shipping.schema.ts'

const success = Type.Literal(true)

const ParticipationLine = Type.Object({
  product_id: Type.String(),
  /** Absent of a product without options; `title` names the variant, too. */
  variant_id: Type.Optional(Type.String()),
  variant_title: Type.Optional(Type.String()),
  title: Type.String(),
  qty: Type.Integer(),
  unit_price: Type.Integer(),
  total: Type.Integer(),
})

export const delayAnswers = ['wait', 'refund'] as const

/** How the leader is paid, in the leader's own words; absent: not that way. */
export const LeaderPayWays = Type.Object({
  cash: Type.Optional(Type.String({ maxLength: 200 })),
  transfer: Type.Optional(Type.String({ maxLength: 200 })),
  line_pay: Type.Optional(Type.String({ maxLength: 200 })),
})
const LastFive = Type.String({ pattern: '^[0-9]{5}$' })

/** A place in a group as its own member sees it. */
export const Participation = Type.Object({
  id: Type.String(),
  code: Type.String(),
  campaign: CampaignSummary,
  money: Type.Enum(campaignMoneys),
  group_state: Type.Enum(groupStates),
  state: Type.Enum(participationStates),
  lines: Type.Array(ParticipationLine),
  qty: Type.Integer(),
  /** The ceiling that was shown at joining, in whole NT$. */
  quoted_total: Type.Integer(),
  /** The member has not proved the mailbox: the place counts for nothing, and ends with its group. */
  needs_proof: Type.Optional(Type.Literal(true)),
  final_total: Type.Optional(Type.Integer()),
  order_id: Type.String(),
  hold_until: Type.Optional(Type.Integer()),
  pay_by: Type.Optional(Type.Integer()),
  can_change: Type.Boolean(),
  can_withdraw: Type.Boolean(),
  is_leader: Type.Boolean(),
  is_anonymous: Type.Boolean(),
  accepts_fewer: Type.Boolean(),
  joined_at: Type.Integer(),
  ended_at: Type.Optional(Type.Integer()),
  end_reason: Type.Optional(Type.String()),
  pickup_place: Type.Optional(Type.String()),
  /** Of goods that leave later than was said, as long as they have not left. */
  delay: Type.Optional(
    Type.Object({
      ships_on: Type.String(),
      was: Type.Optional(Type.String()),
      reason: Type.String(),
      answer: Type.Optional(Type.Enum(delayAnswers)),
      can_refund: Type.Boolean(),
    }),
  ),
  /** The seller whose link led to it, fixed when it was taken. */
  seller: Type.Optional(ShownSeller),
  /** Of what the leader hands out, or is fetched at a place. */
  hand_out: Type.Optional(OwnHandOut),
  /** Of a campaign that is paid to its leader; the rest is there once it is to be paid. */
  to_leader: Type.Optional(
    Type.Object({
      /** Still to be paid, in whole NT$. */
      open: Type.Optional(Type.Integer()),
      /** Ticked by the leader. */
      received: Type.Optional(Type.Integer()),
      ways: Type.Optional(LeaderPayWays),
      /** The last digits of the account that the member transferred from. */
      last_five: Type.Optional(Type.String()),
    }),
  ),
})

/** Without `variant_id` the first variant of the campaign that can be had. */
const Line = Type.Object({
  product_id: Id,
  variant_id: IdOrNone,
  qty: Type.Integer({ minimum: 1, maximum: 9_999 }),
})
const Lines = Type.Array(Line, { minItems: 1, maxItems: maxVariants })
const joinData = {
  lines: Lines,
  user: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 400 }),
      email: Type.String({ minLength: 1, maxLength: 254 }),
      tel: Type.String({ minLength: 1, maxLength: 60 }),
      /** Not asked for where the leader hands out. */
      address: Type.Optional(Type.String({ maxLength: 500 })),
      address_parts: AddressPlace,
    },
    { additionalProperties: true },
  ),
  /** Of a campaign whose goods are sent to each. */
  shipping: Type.Optional(ShippingChoice),
  /** As of an order. */
  invoice: Type.Optional(InvoiceInput),
  message: Type.Optional(Type.String({ maxLength: 2_000 })),
  coupon: Type.Optional(Type.String({ maxLength: 100 })),
  accepts_fewer: Type.Optional(Type.Boolean()),
  is_anonymous: Type.Optional(Type.Boolean()),
  /** Where the shopper came from, such as `line`. */
  via: Type.Optional(Type.String({ maxLength: 40 })),
  /** The code of the seller that the shopper was shown; one that does not count is ignored. */
  seller: Type.Optional(Type.String({ maxLength: 40 })),
  /** The ceiling that the shopper was shown, in whole NT$. */
  expected_total: Type.Optional(Type.Integer()),
  /** The version of the privacy policy that was agreed to. */
  privacy_version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
  ...UsedCredit,
}
const openToOwnKeys = {
  additionalProperties: true,
  [otherShapes]: { shipping: { object: 'method_id' }, invoice: { object: 'kind' } },
} as const

/** The price of a place before it is taken; all amounts in whole NT$. */
export const PlaceQuote = Type.Object({
  /** The goods at the ceiling. */
  subtotal: Type.Integer(),
  /** 0 without a coupon. */
  discount: Type.Integer(),
  shipping_fee: Type.Integer(),
  /** Credit and points that the place uses already. */
  credit_used: Type.Optional(Type.Integer()),
  /** The ceiling: `expected_total` of a join, less what it is to use of credit and points. */
  total: Type.Integer(),
  /** The amount that the card authorises at once; 0 where nothing is asked for before success. */
  due_now: Type.Integer(),
  /** The most that is to be paid after success. */
  due_later: Type.Integer(),
  /** Only where the call asks for a method or a place. */
  shipping: Type.Optional(ShippingOffer),
})
export const quoteJoin = {
  params: IdParams,
  data: Type.Object(
    { lines: Lines, coupon: joinData.coupon, shipping: Type.Optional(ShippingQuery) },
    { additionalProperties: true },
  ),
  reply: Type.Object({ success, quote: PlaceQuote }),
}
export const quoteChange = {
  params: IdParams,
  data: Type.Object({ lines: Lines }, { additionalProperties: true }),
  reply: quoteJoin.reply,
}
const Joined = Type.Object({ success, message: Type.String(), participation: Participation })
export const openTeam = {
  params: IdParams,
  data: Type.Object(
    { ...joinData, pickup_place: Type.Optional(Type.String({ maxLength: 200 })) },
    openToOwnKeys,
  ),
  reply: Type.Object({ ...Joined.properties, code: Type.String() }),
}
export const join = {
  params: CodeParams,
  data: Type.Object(joinData, openToOwnKeys),
  reply: Joined,
}
export const participations = {
  query: Type.Object({
    ...PageQuery.properties,
    /** Those in one group only. */
    code: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    success,
    participations: Type.Array(Participation),
    pagination: Pagination,
    messages: Messages,
    ...ServerNow,
  }),
}
export const participation = {
  params: IdParams,
  reply: Type.Object({ success, participation: Participation }),
}
export const change = {
  params: IdParams,
  data: Type.Object(
    {
      lines: Type.Optional(Lines),
      accepts_fewer: Type.Optional(Type.Boolean()),
      is_anonymous: Type.Optional(Type.Boolean()),
      /** As when joining. */
      expected_total: Type.Optional(Type.Integer()),
    },
    { additionalProperties: true },
  ),
  reply: Joined,
}
export const transferred = {
  params: IdParams,
  data: Type.Object(
    { last_five: Type.Union([LastFive, Type.Literal('')]) },
    { additionalProperties: true },
  ),
  reply: Done,
}
export const withdraw = { params: IdParams, query: ExpectedPlace, reply: Done }

export const ProductTotal = Type.Object({
  product_id: Type.String(),
  /** Absent of a product without options; `title` names the variant, too. */
  variant_id: Type.Optional(Type.String()),
  variant_title: Type.Optional(Type.String()),
  title: Type.String(),
  qty: Type.Integer(),
})

/** A participant as the leader sees it: no e-mail, address, whole telephone or member's id. */
const ConsoleRow = Type.Object({
  participation_id: Type.String(),
  name: Type.String(),
  tel_end: Type.String(),
  lines: Type.Array(ProductTotal),
  state: Type.Enum(participationStates),
  handed_out_at: Type.Optional(Type.Integer()),
  /** Still to be paid to the leader, in whole NT$; of a place that is paid to the leader. */
  owed_to_leader: Type.Optional(Type.Integer()),
})
/** A group that a member leads and has not joined: there is no quantity and no amount. */
const LedGroup = Type.Object({
  code: Type.String(),
  campaign: CampaignSummary,
  state: Type.Enum(groupStates),
})
export const ledGroups = {
  query: PageQuery,
  reply: Type.Object({
    success,
    groups: Type.Array(LedGroup),
    pagination: Pagination,
    messages: Messages,
  }),
}
export const leaderConsole = {
  params: CodeParams,
  reply: Type.Object({
    success,
    console: Type.Object({
      group: Group,
      money: Type.Enum(campaignMoneys),
      pays_leader: Type.Optional(Type.Literal(true)),
      delivery: Type.Enum(deliveries),
      pickup_place: Type.String(),
      /** The leader's part of the goods of completed orders; absent where there is none. */
      commission_percent: Type.Optional(Type.Integer()),
      /** The leader may enter orders of a chat. */
      takes_line_orders: Type.Optional(Type.Literal(true)),
      rows: Type.Array(ConsoleRow),
      by_product: Type.Array(ProductTotal),
      reminded_at: Type.Optional(Type.Integer()),
      /** To paste into a chat, names masked. */
      line_text: Type.String(),
      /** The same with whole names. */
      line_text_full: Type.String(),
      /** Names and sums of those who have not paid, for the chat; absent while there are none. */
      reminder_text: Type.Optional(Type.String()),
      reminder_text_full: Type.Optional(Type.String()),
    }),
    ...ServerNow,
  }),
}
export const closeOwn = { params: CodeParams, reply: Done }
export const remind = { params: CodeParams, reply: Done }
export const handOut = {
  params: Type.Object({ ...CodeParams.properties, participationId: Id }),
  data: Type.Object({ is_handed_out: Type.Boolean() }, { additionalProperties: true }),
  reply: Done,
}
const CommissionEntry = Type.Object({
  kind: Type.Enum(['earned', 'reversed', 'paid']),
  amount: Type.Integer(),
  order_id: Type.Optional(Type.String()),
  note: Type.String(),
  at: Type.Integer(),
})
export const commission = {
  query: PageQuery,
  reply: Type.Object({
    success,
    entries: Type.Array(CommissionEntry),
    balance: Type.Integer(),
    pagination: Pagination,
    messages: Messages,
  }),
}
