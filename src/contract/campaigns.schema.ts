import Type from 'typebox'
import {
  campaignKinds,
  campaignMetrics,
  campaignMoneys,
  campaignStates,
  deliveries,
  groupStates,
  outcomes,
  withdrawRules,
} from './campaign-states.ts'
import { noReturns } from './no-return.ts'
import { Id, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'

const success = Type.Literal(true)

/** All prices are of one piece in whole NT$, all times epoch seconds. */
const ProductPrice = Type.Object({ product_id: Type.String(), unit_price: Type.Integer() })

/** A campaign in a list. `missing` is what the minimum still needs, of the group of a pool. */
export const CampaignSummary = Type.Object({
  id: Type.String(),
  kind: Type.Enum(campaignKinds),
  title: Type.String(),
  picture: Type.String(),
  state: Type.Enum(campaignStates),
  /** The lowest among the products; of the one product where a list is asked for by it. */
  price_now: Type.Integer(),
  price_ceiling: Type.Integer(),
  /** The lowest price that can still be reached; absent where it is reached. */
  price_lowest: Type.Optional(Type.Integer()),
  /** Its products have several prices; where a list is asked for by a product, its variants have. */
  has_several_prices: Type.Optional(Type.Literal(true)),
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
  /** Why the law lets nobody send it back. */
  no_return: Type.Optional(Type.Enum(noReturns)),
  /** Those that take part; absent of a product without options. */
  variants: Type.Optional(
    Type.Array(
      Type.Object({
        variant_id: Type.String(),
        title: Type.String(),
        picture: Type.Optional(Type.String()),
        /** Beyond the price of the product in each tier, in whole NT$. */
        step: Type.Integer(),
        own_price: Type.Integer(),
      }),
    ),
  ),
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
  /** After success participants pay the leader, who hands the money over to the shop. */
  pays_leader: Type.Optional(Type.Literal(true)),
  min_target: Type.Integer(),
  max_units: Type.Optional(Type.Integer()),
  lot_size: Type.Integer(),
  /** Its pieces are those of the stock: what is left there can be joined for. */
  is_from_stock: Type.Optional(Type.Literal(true)),
  per_member_limit: Type.Optional(Type.Integer()),
  team_hours: Type.Optional(Type.Integer()),
  leaders_only: Type.Boolean(),
  /** Members sell its places by a link, for `commission_percent`; of a pool. */
  has_sellers: Type.Optional(Type.Literal(true)),
  withdraw: Type.Enum(withdrawRules),
  /** Whether coupons that allow it may be used. */
  coupons: Type.Boolean(),
  delivery: Type.Enum(deliveries),
  /** Those that participants may choose, with delivery `each`; absent: all that fit. */
  shipping_method_ids: Type.Optional(Type.Array(Type.String())),
  /** The leader's part of the goods of completed orders; absent where there is none. */
  commission_percent: Type.Optional(Type.Integer()),
  /** The day in Taipei on which its goods are expected to leave, `2026-12-10`. */
  ships_on: Type.Optional(Type.String()),
  products: Type.Array(CampaignProduct),
  tiers: Type.Array(CampaignTier),
  extensions: Type.Array(Extension),
  /** Why it was cancelled. */
  reason: Type.Optional(Type.String()),
  /** It is in no list any more. */
  is_archived: Type.Optional(Type.Literal(true)),
})

/** Public view of a group: masked names, no quantity of a single member. */
export const Group = Type.Object({
  code: Type.String(),
  version: Type.Integer(),
  campaign: CampaignSummary,
  state: Type.Enum(groupStates),
  outcome: Type.Optional(Type.Enum(outcomes)),
  /** Counted for success. */
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
  /** Where the leader hands out, while the group can be joined. */
  pickup_place: Type.Optional(Type.String()),
  recent: Type.Array(Type.Object({ name: Type.String(), joined_at: Type.Integer() })),
  /** How many have joined beside those in `recent`. */
  others: Type.Integer(),
  reason: Type.Optional(Type.String()),
})

export const ServerNow = { server_now: Type.Integer() }
export const CodeParams = Type.Object({ code: Type.String({ minLength: 1, maxLength: 200 }) })

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
