import Type from 'typebox'
import { campaignMoneys, participationStates } from './campaign-states.ts'
import { CampaignSummary } from './campaigns.schema.ts'
import { Done, Id, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'

const success = Type.Literal(true)

/** A seller as buyers see them, the name masked. */
export const ShownSeller = Type.Object({ name: Type.String() })

const sums = {
  /** Live places that came by the link, and their pieces. */
  places: Type.Integer(),
  units: Type.Integer(),
  /** Goods of these places that the shop keeps, in whole NT$; at the ceiling until the decision. */
  goods: Type.Integer(),
  /** Commission of completed orders, less what refunds took back. */
  earned: Type.Integer(),
}

/** The sales of a member for one campaign. */
const OwnSelling = Type.Object({
  campaign: CampaignSummary,
  /** `?seller=` of the link. */
  code: Type.String(),
  /** As buyers see it. */
  name: Type.String(),
  commission_percent: Type.Integer(),
  ...sums,
  /** Of orders that are not completed yet, if nothing changes. */
  expected: Type.Integer(),
  /** The shop has ended it: nothing new is counted. */
  ended_at: Type.Optional(Type.Integer()),
})

const SoldPlace = Type.Object({
  participation_id: Type.String(),
  name: Type.String(),
  qty: Type.Integer(),
  state: Type.Enum(participationStates),
  joined_at: Type.Integer(),
  /** Booked of it; absent until its order is completed. */
  commission: Type.Optional(Type.Integer()),
})

const sellerCode = Type.String({ minLength: 1, maxLength: 40 })

export const readSeller = {
  params: Type.Object({ ...IdParams.properties, code: sellerCode }),
  reply: Type.Object({
    success,
    /** Absent where the code counts for nothing. */
    seller: Type.Optional(ShownSeller),
    /** It is the caller's own, whose purchases do not count. */
    is_own: Type.Optional(Type.Literal(true)),
  }),
}
export const takeLink = {
  params: IdParams,
  data: Type.Object(
    { name: Type.String({ minLength: 1, maxLength: 50 }) },
    { additionalProperties: true },
  ),
  reply: Type.Object({ success, message: Type.String(), selling: OwnSelling }),
}
export const ownSellings = {
  query: PageQuery,
  reply: Type.Object({
    success,
    sellings: Type.Array(OwnSelling),
    pagination: Pagination,
    messages: Messages,
  }),
}
export const ownSelling = {
  params: IdParams,
  query: PageQuery,
  reply: Type.Object({
    success,
    /** Absent where the caller does not sell for it. */
    selling: Type.Optional(OwnSelling),
    /** Whether the caller may take a link. */
    can_sell: Type.Boolean(),
    money: Type.Enum(campaignMoneys),
    places: Type.Array(SoldPlace),
    pagination: Pagination,
    messages: Messages,
  }),
}

const AdminSeller = Type.Object({
  id: Type.String(),
  name: Type.String(),
  code: Type.String(),
  since: Type.Integer(),
  ended_at: Type.Optional(Type.Integer()),
  ...sums,
})
export const adminSellers = {
  params: IdParams,
  query: PageQuery,
  reply: Type.Object({
    success,
    sellers: Type.Array(AdminSeller),
    /** Of completed orders, in whole NT$: the last three add up to the goods. */
    parts: Type.Object({
      goods: Type.Integer(),
      sellers: Type.Integer(),
      /** Of places without a seller, for the leader whom the shop named. */
      leader: Type.Integer(),
      shop: Type.Integer(),
    }),
    pagination: Pagination,
    messages: Messages,
  }),
}
export const adminSeller = {
  params: Type.Object({ id: Id }),
  data: Type.Object({ is_ended: Type.Boolean() }, { additionalProperties: true }),
  reply: Done,
}
