import type { Static } from 'typebox'
import type * as schema from '#contract/admin-campaigns.schema.ts'
import { fieldError } from '../../input/coerced-values.ts'
import type { WholeCampaign } from './admin-campaigns.queries.ts'
import type { CampaignDraft } from './campaign-rules.ts'

type CampaignInput = Partial<Static<typeof schema.adminCreate.data>>

/** Defaults of a new campaign. */
export const emptyDraft: CampaignDraft = {
  kind: 'pool',
  title: '',
  description: '',
  pictures: [],
  money: 'pay_after_success',
  paysLeader: false,
  leaderSending: 'hand_over',
  metric: 'units',
  minTarget: null,
  maxUnits: null,
  lotSize: 1,
  perMemberLimit: null,
  teamHours: null,
  leadersOnly: false,
  hasSellers: false,
  withdraw: 'until_close',
  coupons: false,
  supply: 'stock',
  delivery: 'each',
  shippingMethodIds: [],
  commissionPercent: 0,
  graceMinutes: 15,
  startsAt: null,
  endsAt: null,
  shipsOn: null,
  products: [],
  chosen: {},
  tiers: [],
}

/** Columns of the campaign's own row. */
export function columnsOf<Draft extends Partial<CampaignDraft>>({
  products: _products,
  chosen: _chosen,
  tiers: _tiers,
  ...columns
}: Draft) {
  return columns
}

export function toDraft({ campaign, products, tiers }: WholeCampaign): CampaignDraft {
  const { kind, title, description, pictures, money, metric, minTarget, maxUnits } = campaign
  const { lotSize, perMemberLimit, teamHours, leadersOnly, withdraw, coupons } = campaign
  const { supply, delivery, commissionPercent, graceMinutes, startsAt, endsAt, shipsOn } = campaign
  const { shippingMethodIds, paysLeader, leaderSending, hasSellers } = campaign
  return {
    ...{ kind, title, description, pictures, money, metric, minTarget, maxUnits },
    ...{ lotSize, perMemberLimit, teamHours, leadersOnly, withdraw, coupons },
    ...{ supply, delivery, commissionPercent, graceMinutes, startsAt, endsAt, shipsOn },
    ...{ shippingMethodIds, paysLeader, leaderSending, hasSellers },
    products: products.map(({ productId }) => productId),
    chosen: Object.fromEntries(
      products.flatMap(({ productId, chosen }) => (chosen ? [[productId, chosen]] : [])),
    ),
    tiers: tiers.map(({ fromUnits, prices }) => ({
      fromUnits,
      prices: prices.map(({ productId, unitPrice }) => ({ productId, unitPrice })),
    })),
  }
}

/** The known draft with what the input names; null takes an optional value away. */
export function mergeDraft(known: CampaignDraft, input: CampaignInput): CampaignDraft {
  const { products, tiers } = input
  return {
    kind: input.kind ?? known.kind,
    title: input.title === undefined ? known.title : input.title.trim(),
    description: input.description ?? known.description,
    pictures: input.pictures ?? known.pictures,
    money: input.money ?? known.money,
    paysLeader: input.pays_leader ?? known.paysLeader,
    leaderSending: input.leader_sending ?? known.leaderSending,
    metric: input.metric ?? known.metric,
    minTarget: orKnown(input.min_target, known.minTarget),
    maxUnits: orKnown(input.max_units, known.maxUnits),
    lotSize: input.lot_size ?? known.lotSize,
    perMemberLimit: orKnown(input.per_member_limit, known.perMemberLimit),
    teamHours: orKnown(input.team_hours, known.teamHours),
    leadersOnly: input.leaders_only ?? known.leadersOnly,
    hasSellers: input.has_sellers ?? known.hasSellers,
    withdraw: input.withdraw ?? known.withdraw,
    coupons: input.coupons ?? known.coupons,
    supply: input.supply ?? known.supply,
    delivery: input.delivery ?? known.delivery,
    shippingMethodIds: input.shipping_method_ids ?? known.shippingMethodIds,
    commissionPercent: input.commission_percent ?? known.commissionPercent,
    graceMinutes: input.grace_minutes ?? known.graceMinutes,
    startsAt: orKnown(toInstant(input.starts_at, 'starts_at'), known.startsAt),
    endsAt: orKnown(toInstant(input.ends_at, 'ends_at'), known.endsAt),
    shipsOn: orKnown(input.ships_on, known.shipsOn),
    products: products?.map(({ product_id }) => product_id) ?? known.products,
    chosen: products ? chosenOf(products, known) : known.chosen,
    tiers:
      tiers?.map(({ from_units, prices }) => ({
        fromUnits: from_units,
        prices: prices.map(({ product_id, unit_price }) => ({
          productId: product_id,
          unitPrice: unit_price,
        })),
      })) ?? known.tiers,
  }
}

/** A client that does not know of variants names none: its products keep theirs. */
function chosenOf(
  products: NonNullable<CampaignInput['products']>,
  known: CampaignDraft,
): CampaignDraft['chosen'] {
  return Object.fromEntries(
    products.flatMap(({ product_id, variants }) => {
      const given = variants?.map(({ variant_id, step }) => ({ id: variant_id, step }))
      const chosen = given ?? known.chosen[product_id]
      return chosen ? [[product_id, chosen]] : []
    }),
  )
}

function orKnown<T>(given: T | null | undefined, known: T | null): T | null {
  return given === undefined ? known : given
}

/** The end of the year 9999, in epoch seconds. */
const lastInstant = 253_402_300_799

export function toInstant(
  seconds: number | null | undefined,
  field: string,
): Date | null | undefined {
  if (seconds === null || seconds === undefined) return seconds
  if (seconds < 0 || seconds > lastInstant) throw fieldError(field, '時間格式有誤')
  return new Date(seconds * 1_000)
}
