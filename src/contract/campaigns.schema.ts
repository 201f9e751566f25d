import Type, { type TSchema } from 'typebox'
import {
  campaignBounds,
  campaignKinds,
  campaignMetrics,
  campaignMoneys,
  campaignStates,
  deliveries,
  groupStates,
  outcomes,
  participationStates,
  supplies,
  withdrawRules,
} from './campaign-states.ts'
import { Done, Id, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'

const success = Type.Literal(true)
const between = ({ min, max }: { min: number; max: number }) =>
  Type.Integer({ minimum: min, maximum: max })
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** All prices are of one piece in whole NT$, all times epoch seconds. */
const ProductPrice = Type.Object({ product_id: Type.String(), unit_price: Type.Integer() })

/** A campaign in a list. `missing` is what the minimum still needs, of the group of a pool. */
export const CampaignSummary = Type.Object({
  id: Type.String(),
  kind: Type.Enum(campaignKinds),
  title: Type.String(),
  picture: Type.String(),
  state: Type.Enum(campaignStates),
  /** The lowest among the products. */
  price_now: Type.Integer(),
  price_ceiling: Type.Integer(),
  missing: Type.Integer(),
  metric: Type.Enum(campaignMetrics),
  starts_at: Type.Optional(Type.Integer()),
  ends_at: Type.Optional(Type.Integer()),
  /** Of the group of a pool. */
  code: Type.Optional(Type.String()),
})

const Extension = Type.Object({
  from_time: Type.Integer(),
  to_time: Type.Integer(),
  reason: Type.String(),
})

const CampaignProduct = Type.Object({
  product_id: Type.String(),
  title: Type.String(),
  unit: Type.String(),
  picture: Type.String(),
  /** The product's own price outside the campaign. */
  own_price: Type.Integer(),
})

export const CampaignTier = Type.Object({
  from_units: Type.Integer(),
  prices: Type.Array(ProductPrice),
})

export const Campaign = Type.Object({
  ...CampaignSummary.properties,
  description: Type.String(),
  pictures: Type.Array(Type.String()),
  money: Type.Enum(campaignMoneys),
  min_target: Type.Integer(),
  max_units: Type.Optional(Type.Integer()),
  lot_size: Type.Integer(),
  per_member_limit: Type.Optional(Type.Integer()),
  team_hours: Type.Optional(Type.Integer()),
  leaders_only: Type.Boolean(),
  withdraw: Type.Enum(withdrawRules),
  /** Whether coupons that allow it may be used. */
  coupons: Type.Boolean(),
  delivery: Type.Enum(deliveries),
  products: Type.Array(CampaignProduct),
  tiers: Type.Array(CampaignTier),
  extensions: Type.Array(Extension),
  /** Why it was cancelled. */
  reason: Type.Optional(Type.String()),
})

/** What everybody may see of a group: names are masked, and nobody's quantity is told. */
export const Group = Type.Object({
  code: Type.String(),
  version: Type.Integer(),
  campaign: CampaignSummary,
  state: Type.Enum(groupStates),
  outcome: Type.Optional(Type.Enum(outcomes)),
  /** What counts for success. */
  units: Type.Integer(),
  members: Type.Integer(),
  missing: Type.Integer(),
  places_left: Type.Optional(Type.Integer()),
  /** The position of the tier of the counted units, from 0. */
  tier: Type.Integer(),
  next: Type.Optional(
    Type.Object({
      from_units: Type.Integer(),
      missing: Type.Integer(),
      prices: Type.Array(ProductPrice),
    }),
  ),
  final_prices: Type.Optional(Type.Array(ProductPrice)),
  opened_at: Type.Integer(),
  expires_at: Type.Integer(),
  original_expires_at: Type.Optional(Type.Integer()),
  leader: Type.Optional(Type.Object({ name: Type.String() })),
  recent: Type.Array(Type.Object({ name: Type.String(), joined_at: Type.Integer() })),
  /** How many have joined beside those in `recent`. */
  others: Type.Integer(),
  reason: Type.Optional(Type.String()),
})

const ParticipationLine = Type.Object({
  product_id: Type.String(),
  title: Type.String(),
  qty: Type.Integer(),
  unit_price: Type.Integer(),
  total: Type.Integer(),
})

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
})

const ServerNow = { server_now: Type.Integer() }
const CodeParams = Type.Object({ code: Type.String({ minLength: 1, maxLength: 200 }) })

export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    state: Type.Optional(Type.Enum(['open', 'scheduled', 'ended'])),
    product_id: Type.Optional(Id),
  }),
  reply: Type.Object({
    success,
    campaigns: Type.Array(CampaignSummary),
    pagination: Pagination,
    messages: Messages,
    ...ServerNow,
  }),
}
export const detail = {
  params: IdParams,
  reply: Type.Object({ success, campaign: Campaign, ...ServerNow }),
}
export const group = {
  params: CodeParams,
  reply: Type.Object({ success, group: Group, ...ServerNow }),
}
/** `text/event-stream`: `group` and `end` carry a `Group` with `server_now`. */
export const groupEvents = { params: CodeParams, reply: Type.Unknown() }

const Line = Type.Object({ product_id: Id, qty: Type.Integer({ minimum: 1, maximum: 9_999 }) })
const Lines = Type.Array(Line, { minItems: 1, maxItems: 10 })
const joinData = {
  lines: Lines,
  user: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 400 }),
      email: Type.String({ minLength: 1, maxLength: 254 }),
      tel: Type.String({ minLength: 1, maxLength: 60 }),
      /** Not asked for where the leader hands out. */
      address: Type.Optional(Type.String({ maxLength: 500 })),
    },
    { additionalProperties: true },
  ),
  message: Type.Optional(Type.String({ maxLength: 2_000 })),
  coupon: Type.Optional(Type.String({ maxLength: 100 })),
  accepts_fewer: Type.Optional(Type.Boolean()),
  is_anonymous: Type.Optional(Type.Boolean()),
  /** Where the shopper came from, such as `line`. */
  via: Type.Optional(Type.String({ maxLength: 40 })),
  /** The ceiling that the shopper was shown, in whole NT$. */
  expected_total: Type.Optional(Type.Integer()),
  /** The version of the privacy policy that was agreed to. */
  privacy_version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
}
const Joined = Type.Object({ success, message: Type.String(), participation: Participation })
export const openTeam = {
  params: IdParams,
  data: Type.Object(
    { ...joinData, pickup_place: Type.Optional(Type.String({ maxLength: 200 })) },
    { additionalProperties: true },
  ),
  reply: Type.Object({ ...Joined.properties, code: Type.String() }),
}
export const join = {
  params: CodeParams,
  data: Type.Object(joinData, { additionalProperties: true }),
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
export const withdraw = { params: IdParams, reply: Done }

/** What a leader sees of a participant: no e-mail, address, whole telephone or member's id. */
const ConsoleRow = Type.Object({
  participation_id: Type.String(),
  name: Type.String(),
  tel_end: Type.String(),
  lines: Type.Array(
    Type.Object({ product_id: Type.String(), title: Type.String(), qty: Type.Integer() }),
  ),
  state: Type.Enum(participationStates),
  handed_out_at: Type.Optional(Type.Integer()),
})
const ProductTotal = Type.Object({
  product_id: Type.String(),
  title: Type.String(),
  qty: Type.Integer(),
})
export const leaderConsole = {
  params: CodeParams,
  reply: Type.Object({
    success,
    console: Type.Object({
      group: Group,
      money: Type.Enum(campaignMoneys),
      delivery: Type.Enum(deliveries),
      pickup_place: Type.String(),
      rows: Type.Array(ConsoleRow),
      by_product: Type.Array(ProductTotal),
      reminded_at: Type.Optional(Type.Integer()),
      /** To paste into a chat, names masked. */
      line_text: Type.String(),
      /** The same with whole names. */
      line_text_full: Type.String(),
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

/** A campaign as the back office edits it. */
export const AdminCampaign = Type.Object({
  ...Campaign.properties,
  num: Type.Integer(),
  supply: Type.Enum(supplies),
  commission_percent: Type.Integer(),
  grace_minutes: Type.Integer(),
  version: Type.Integer(),
  /** How many groups are in each state. */
  groups: Type.Record(Type.String(), Type.Integer()),
  /** Counted units of all groups. */
  units: Type.Integer(),
  /** Products that shoppers do not find in the shop any more. */
  unavailable: Type.Array(Type.String()),
  created_at: Type.Integer(),
})

const reason = Type.String({
  minLength: campaignBounds.reasonLength.min,
  maxLength: campaignBounds.reasonLength.max,
})
/** A draft may leave out all but the title; null takes an optional value away. */
const campaignInput = {
  title: Type.String({ maxLength: 400 }),
  description: Type.Optional(Type.String({ maxLength: 20_000 })),
  pictures: Type.Optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 10 })),
  kind: Type.Optional(Type.Enum(campaignKinds)),
  money: Type.Optional(Type.Enum(campaignMoneys)),
  metric: Type.Optional(Type.Enum(campaignMetrics)),
  min_target: orNull(Type.Integer()),
  max_units: orNull(Type.Integer()),
  lot_size: Type.Optional(Type.Integer()),
  per_member_limit: orNull(Type.Integer()),
  team_hours: orNull(Type.Integer()),
  leaders_only: Type.Optional(Type.Boolean()),
  withdraw: Type.Optional(Type.Enum(withdrawRules)),
  coupons: Type.Optional(Type.Boolean()),
  supply: Type.Optional(Type.Enum(supplies)),
  delivery: Type.Optional(Type.Enum(deliveries)),
  commission_percent: Type.Optional(Type.Integer()),
  grace_minutes: Type.Optional(Type.Integer()),
  starts_at: orNull(Type.Integer()),
  ends_at: orNull(Type.Integer()),
  products: Type.Optional(Type.Array(Type.Object({ product_id: Id }), { maxItems: 50 })),
  tiers: Type.Optional(
    Type.Array(
      Type.Object({
        from_units: Type.Integer(),
        prices: Type.Array(Type.Object({ product_id: Id, unit_price: Type.Integer() })),
      }),
      { maxItems: 50 },
    ),
  ),
}
const SavedCampaign = Type.Object({ success, message: Type.String(), campaign: AdminCampaign })
export const adminList = {
  query: Type.Object({
    ...PageQuery.properties,
    state: Type.Optional(Type.Enum(campaignStates)),
  }),
  reply: Type.Object({
    success,
    campaigns: Type.Array(AdminCampaign),
    pagination: Pagination,
    messages: Messages,
  }),
}
/** What the methods of payment allow a campaign to be. */
export const adminOptions = {
  reply: Type.Object({
    success,
    money: Type.Array(Type.Enum(campaignMoneys)),
    /** Days of an `authorise_capture` campaign at most, grace included. */
    capture_days: Type.Optional(Type.Integer()),
  }),
}
export const adminCreate = {
  data: Type.Object(campaignInput, { additionalProperties: true }),
  reply: SavedCampaign,
}
export const adminDetail = {
  params: IdParams,
  reply: Type.Object({ success, campaign: AdminCampaign, ...ServerNow }),
}
export const adminUpdate = {
  params: IdParams,
  data: Type.Object(
    { ...Type.Partial(Type.Object(campaignInput)).properties, version: Type.Integer() },
    { additionalProperties: true },
  ),
  reply: SavedCampaign,
}
export const adminRemove = { params: IdParams, reply: Done }
export const adminStep = { params: IdParams, reply: SavedCampaign }
export const adminExtend = {
  params: IdParams,
  data: Type.Object({ ends_at: Type.Integer(), reason }, { additionalProperties: true }),
  reply: SavedCampaign,
}
export const adminCancel = {
  params: IdParams,
  data: Type.Object({ reason }, { additionalProperties: true }),
  reply: Done,
}

export const AdminGroup = Type.Object({
  ...Group.properties,
  id: Type.String(),
  leader_email: Type.Optional(Type.String()),
  /** Participations in each state. */
  participations: Type.Record(Type.String(), Type.Integer()),
  /** Counted units that are paid for, and what the minimum asks. */
  paid_units: Type.Integer(),
  min_target: Type.Integer(),
})
export const adminGroups = {
  query: Type.Object({
    ...PageQuery.properties,
    campaign_id: Type.Optional(Id),
    at_risk: Type.Optional(Type.Literal('1')),
    shortfall: Type.Optional(Type.Literal('1')),
  }),
  reply: Type.Object({
    success,
    groups: Type.Array(AdminGroup),
    pagination: Pagination,
    messages: Messages,
    ...ServerNow,
  }),
}
export const AdminParticipation = Type.Object({
  ...Participation.properties,
  order_number: Type.String(),
  user: Type.Object({ name: Type.String(), email: Type.String(), tel: Type.String() }),
})
export const adminParticipations = {
  params: IdParams,
  query: Type.Object({
    ...PageQuery.properties,
    state: Type.Optional(Type.Enum(participationStates)),
  }),
  reply: Type.Object({
    success,
    participations: Type.Array(AdminParticipation),
    pagination: Pagination,
    messages: Messages,
  }),
}
const email = Type.String({ minLength: 1, maxLength: 254 })
export const adminLeader = {
  params: IdParams,
  data: Type.Object({ email }, { additionalProperties: true }),
  reply: Done,
}
export const adminLeaders = {
  params: IdParams,
  data: Type.Object(
    { emails: Type.Array(email, { maxItems: 200 }) },
    { additionalProperties: true },
  ),
  reply: Done,
}

/** Pieces of one product over the whole campaign. */
const ProductSettlement = Type.Object({
  product_id: Type.String(),
  title: Type.String(),
  unit: Type.String(),
  succeeded: Type.Integer(),
  ordered: Type.Integer(),
  received: Type.Integer(),
  shipped: Type.Integer(),
  short: Type.Integer(),
})
const SupplierOrder = Type.Object({
  n: Type.Integer(),
  at: Type.Integer(),
  lines: Type.Array(ProductTotal),
})
export const adminSettlement = {
  params: IdParams,
  reply: Type.Object({
    success,
    settlement: Type.Object({
      products: Type.Array(ProductSettlement),
      /** In whole NT$. */
      money: Type.Object({
        due: Type.Integer(),
        received: Type.Integer(),
        refunded: Type.Integer(),
        unpaid: Type.Integer(),
        commission: Type.Integer(),
      }),
      /** Groups below their minimum after payments, which wait for a decision. */
      gaps: Type.Array(
        Type.Object({
          group_id: Type.String(),
          code: Type.String(),
          paid_units: Type.Integer(),
          paid_members: Type.Integer(),
          min_target: Type.Integer(),
        }),
      ),
      supplier_orders: Type.Array(SupplierOrder),
    }),
  }),
}
export const adminSettlementCsv = { params: IdParams, reply: Type.Unknown() }
export const adminSupplierOrder = {
  params: IdParams,
  reply: Type.Object({
    success,
    message: Type.String(),
    n: Type.Integer(),
    lines: Type.Array(ProductTotal),
  }),
}
export const adminSupplierOrderCsv = {
  params: Type.Object({ ...IdParams.properties, n: Type.String({ pattern: '^[0-9]{1,6}$' }) }),
  reply: Type.Unknown(),
}
export const adminReceipt = {
  params: IdParams,
  data: Type.Object(
    {
      product_id: Id,
      /** Negative to take a mistake back. */
      qty: between({ min: -1_000_000, max: 1_000_000 }),
      note: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}
export const adminShortfall = {
  params: IdParams,
  data: Type.Object({ decision: Type.Enum(['ship', 'cancel']) }, { additionalProperties: true }),
  reply: Done,
}
export const adminCommission = {
  query: PageQuery,
  reply: Type.Object({
    success,
    leaders: Type.Array(
      Type.Object({
        leader_id: Type.String(),
        name: Type.String(),
        earned: Type.Integer(),
        reversed: Type.Integer(),
        paid: Type.Integer(),
        balance: Type.Integer(),
      }),
    ),
    pagination: Pagination,
    messages: Messages,
  }),
}
export const adminPayout = {
  data: Type.Object(
    {
      leader_id: Id,
      amount: Type.Integer({ minimum: 1, maximum: 999_999_999_999 }),
      note: Type.String({ minLength: 1, maxLength: 200 }),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}
export const adminPardon = { params: Type.Object({ uid: Id }), reply: Done }
