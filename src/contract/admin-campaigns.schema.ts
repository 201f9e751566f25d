import Type, { type TSchema } from 'typebox'
import {
  campaignBounds,
  campaignKinds,
  campaignMetrics,
  campaignMoneys,
  campaignStates,
  deliveries,
  leaderSendings,
  participationStates,
  supplies,
  withdrawRules,
} from './campaign-states.ts'
import { Campaign, Group, ServerNow } from './campaigns.schema.ts'
import { ChoiceQuery } from './catalog.schema.ts'
import { Done, Id, IdOrNone, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'
import { Participation, ProductTotal } from './participations.schema.ts'
import { maxVariants } from './product-limits.ts'
import { maxMethods } from './shipping-kinds.ts'

const success = Type.Literal(true)
const between = ({ min, max }: { min: number; max: number }) =>
  Type.Integer({ minimum: min, maximum: max })
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** A campaign as the back office edits it. */
export const AdminCampaign = Type.Object({
  ...Campaign.properties,
  num: Type.Integer(),
  supply: Type.Enum(supplies),
  /** Of a campaign that is paid to its leader. */
  leader_sending: Type.Optional(Type.Enum(leaderSendings)),
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
  /** Of a draft: a sentence for each field without which it cannot be published. */
  incomplete: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** The last announcement that its goods leave later, with the answers to it. */
  delay: Type.Optional(
    Type.Object({
      ships_on: Type.String(),
      was: Type.Optional(Type.String()),
      reason: Type.String(),
      at: Type.Integer(),
      waits: Type.Integer(),
      refunds: Type.Integer(),
      /** Places whose goods have not left, without an answer. */
      unanswered: Type.Integer(),
    }),
  ),
  /** After the decision, until it is settled; what is 0 is not waited for. */
  waiting: Type.Optional(
    Type.Object({
      /** Places that are still to be paid. */
      unpaid: Type.Integer(),
      /** Captures, releases and refunds under way. */
      money: Type.Integer(),
      /** Pieces to order from the supplier, and pieces ordered that have not come. */
      to_order: Type.Integer(),
      to_arrive: Type.Integer(),
      /** Paid orders whose goods are there. */
      to_ship: Type.Integer(),
    }),
  ),
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
  pays_leader: Type.Optional(Type.Boolean()),
  leader_sending: Type.Optional(Type.Enum(leaderSendings)),
  metric: Type.Optional(Type.Enum(campaignMetrics)),
  min_target: orNull(Type.Integer()),
  max_units: orNull(Type.Integer()),
  lot_size: Type.Optional(Type.Integer()),
  per_member_limit: orNull(Type.Integer()),
  team_hours: orNull(Type.Integer()),
  leaders_only: Type.Optional(Type.Boolean()),
  has_sellers: Type.Optional(Type.Boolean()),
  withdraw: Type.Optional(Type.Enum(withdrawRules)),
  coupons: Type.Optional(Type.Boolean()),
  supply: Type.Optional(Type.Enum(supplies)),
  delivery: Type.Optional(Type.Enum(deliveries)),
  /** Empty: all that fit. */
  shipping_method_ids: Type.Optional(Type.Array(Id, { maxItems: maxMethods, uniqueItems: true })),
  commission_percent: Type.Optional(Type.Integer()),
  grace_minutes: Type.Optional(Type.Integer()),
  starts_at: orNull(Type.Integer()),
  ends_at: orNull(Type.Integer()),
  ships_on: orNull(Type.String({ maxLength: 10 })),
  products: Type.Optional(
    Type.Array(
      Type.Object({
        product_id: Id,
        /** Without them all that are on sale take part, at the differences of their own prices. */
        variants: Type.Optional(
          Type.Array(Type.Object({ variant_id: Id, step: Type.Integer() }), {
            minItems: 1,
            maxItems: maxVariants,
          }),
        ),
      }),
      { maxItems: 50 },
    ),
  ),
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
    /** Of those that are ordered from the supplier, what is next. */
    supply: Type.Optional(Type.Enum(['to_order', 'to_arrive'])),
  }),
  reply: Type.Object({
    success,
    campaigns: Type.Array(AdminCampaign),
    pagination: Pagination,
    messages: Messages,
  }),
}
/** A campaign as people choose it by its title. */
const CampaignChoice = Type.Object({
  id: Type.String(),
  title: Type.String(),
  picture: Type.String(),
  state: Type.Enum(campaignStates),
})
export const adminChoices = {
  query: ChoiceQuery,
  reply: Type.Object({ success, campaigns: Type.Array(CampaignChoice), has_more: Type.Boolean() }),
}
/** Campaign options that the payment methods allow. */
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
  /** Paid and not refunded, and the minimum. */
  paid_units: Type.Integer(),
  paid_members: Type.Optional(Type.Integer()),
  min_target: Type.Integer(),
  /** Orders of a chat may be entered. */
  takes_line_orders: Type.Optional(Type.Literal(true)),
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
    {
      emails: Type.Array(email, { maxItems: 200 }),
      /** The addresses that the administrator was shown. */
      expected_emails: Type.Optional(Type.Array(email, { maxItems: 200 })),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}

export const adminNamedLeaders = {
  params: IdParams,
  reply: Type.Object({
    success,
    leaders: Type.Array(Type.Object({ email: Type.String(), name: Type.String() })),
  }),
}

/** Pieces of one product over the whole campaign. */
const ProductSettlement = Type.Object({
  product_id: Type.String(),
  /** Absent of a product without options; `title` names the variant, too. */
  variant_id: Type.Optional(Type.String()),
  title: Type.String(),
  unit: Type.String(),
  succeeded: Type.Integer(),
  ordered: Type.Integer(),
  received: Type.Integer(),
  damaged: Type.Integer(),
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
      /** Of a product with options. */
      variant_id: IdOrNone,
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
