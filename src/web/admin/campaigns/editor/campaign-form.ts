import type { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type {
  CampaignKind,
  CampaignMetric,
  CampaignMoney,
  Delivery,
  LeaderSending,
  Supply,
  WithdrawRule,
} from '#contract/campaign-states.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import type { FieldWords } from '../../ui/fields/field-errors.ts'
import { fromTaipeiInput, toTaipeiInput } from '../../ui/fields/taipei-input.ts'

export interface ChosenProduct {
  product_id: string
  title: string
  /** Outside the campaign, in whole NT$. */
  own_price: number
  /** Those that take part; without it all that are on sale, at the differences of their own prices. */
  variants?: ChosenVariant[]
}

export interface ChosenVariant {
  variant_id: string
  /** Beyond the price of the product in each tier, as it is typed. */
  step: string
}

export interface TierForm {
  from_units: number | ''
  /** By the product's id. */
  prices: Record<string, number | ''>
}

export interface CampaignForm {
  title: string
  description: string
  /** Their addresses; an empty one is a free place. */
  pictures: string[]
  kind: CampaignKind
  /** `to_leader` is `pays_leader` of the wire. */
  money: CampaignMoney | 'to_leader'
  leader_sending: LeaderSending
  metric: CampaignMetric
  min_target: number | ''
  max_units: number | ''
  lot_size: number | ''
  per_member_limit: number | ''
  team_hours: number | ''
  leaders_only: 0 | 1
  has_sellers: 0 | 1
  withdraw: WithdrawRule
  coupons: 0 | 1
  supply: Supply
  delivery: Delivery
  /** Empty: all of the shop. */
  shipping_method_ids: string[]
  commission_percent: number | ''
  grace_minutes: number | ''
  /** As a field of the browser holds it, in Taipei. */
  starts_at: string
  ends_at: string
  /** A day in Taipei. */
  ships_on: string
  products: ChosenProduct[]
  tiers: TierForm[]
}

type CampaignInput = EndpointInput<NonNullable<typeof adminCampaignApi.create.schema>>['data']

/** The server takes ten. */
export const picturePlaces = [
  ...(['pictures.0', 'pictures.1', 'pictures.2', 'pictures.3', 'pictures.4'] as const),
  ...(['pictures.5', 'pictures.6', 'pictures.7', 'pictures.8', 'pictures.9'] as const),
] as const

/** The steps of the form, each with the fields that it asks for. */
export const campaignSteps = [
  { name: 'goods', label: '商品', fields: ['title', 'products', 'tiers', 'pictures'] },
  {
    name: 'terms',
    label: '條件',
    fields: [
      ...['kind', 'metric', 'min_target', 'max_units', 'per_member_limit', 'lot_size'],
      ...['withdraw', 'money', 'leader_sending', 'has_sellers', 'leaders_only'],
      ...['commission_percent', 'supply', 'delivery', 'shipping_method_ids'],
    ],
  },
  {
    name: 'times',
    label: '時間',
    fields: ['starts_at', 'ends_at', 'team_hours', 'grace_minutes', 'ships_on'],
  },
  { name: 'preview', label: '預覽', fields: [] },
  { name: 'publish', label: '發布', fields: [] },
] as const satisfies readonly { name: string; label: string; fields: readonly string[] }[]
export type CampaignStep = (typeof campaignSteps)[number]['name']

/** The step in which a field stands. */
export function stepOf(field: string): CampaignStep {
  const [name] = field.split('.')
  const step = campaignSteps.find(({ fields }) => fields.some((of: string) => of === name))
  return step?.name ?? 'goods'
}

/** Fields of a step that a draft still needs, each with a sentence. */
export function missingOfStep(
  { incomplete = {} }: AdminCampaign,
  step: CampaignStep,
): Record<string, string> {
  return Object.fromEntries(Object.entries(incomplete).filter(([field]) => stepOf(field) === step))
}

const saysItself = { saysItself: true } as const
/** In the order of the form. */
export const campaignWords = {
  title: { label: '名稱', missing: '請輸入名稱', ...saysItself },
  products: { label: '商品', ...saysItself },
  tiers: { label: '級距', ...saysItself },
  min_target: { label: '成團門檻', ...saysItself },
  max_units: { label: '份數上限', ...saysItself },
  per_member_limit: { label: '每人限購', ...saysItself },
  lot_size: { label: '每箱份數', ...saysItself },
  starts_at: { label: '開團時間', ...saysItself },
  ends_at: { label: '截止時間', ...saysItself },
  ships_on: { label: '預計出貨日', ...saysItself },
  team_hours: { label: '成團時限', ...saysItself },
  money: { label: '收款方式', ...saysItself },
  grace_minutes: { label: '授權寬限', ...saysItself },
  has_sellers: { label: '開放幫賣', ...saysItself },
  commission_percent: { label: '分潤', ...saysItself },
  pictures: { label: '圖片' },
} satisfies Record<string, FieldWords>

/** An empty form has one tier, from the first piece on. */
export function campaignForm(campaign: AdminCampaign | undefined): CampaignForm {
  const flag = (value: boolean | undefined) => (value ? 1 : 0)
  const tiers = campaign?.tiers.map(
    ({ from_units, prices }): TierForm => ({
      from_units,
      prices: Object.fromEntries(
        prices.map(({ product_id, unit_price }) => [product_id, unit_price]),
      ),
    }),
  )
  return {
    title: campaign?.title ?? '',
    description: campaign?.description ?? '',
    pictures: picturePlaces.map((_, index) => campaign?.pictures[index] ?? ''),
    kind: campaign?.kind ?? 'pool',
    money: campaign?.pays_leader ? 'to_leader' : (campaign?.money ?? 'pay_after_success'),
    leader_sending: campaign?.leader_sending ?? 'hand_over',
    metric: campaign?.metric ?? 'units',
    min_target: campaign?.min_target || '',
    max_units: campaign?.max_units ?? '',
    lot_size: campaign?.lot_size ?? 1,
    per_member_limit: campaign?.per_member_limit ?? '',
    team_hours: campaign?.team_hours ?? '',
    leaders_only: flag(campaign?.leaders_only),
    has_sellers: flag(campaign?.has_sellers),
    withdraw: campaign?.withdraw ?? 'until_close',
    coupons: flag(campaign?.coupons),
    supply: campaign?.supply ?? 'stock',
    delivery: campaign?.delivery ?? 'each',
    shipping_method_ids: campaign?.shipping_method_ids ?? [],
    commission_percent: campaign?.commission_percent ?? 0,
    grace_minutes: campaign?.grace_minutes ?? 15,
    starts_at: toTaipeiInput(campaign?.starts_at),
    ends_at: toTaipeiInput(campaign?.ends_at),
    ships_on: campaign?.ships_on ?? '',
    products:
      campaign?.products.map(({ product_id, title, own_price, variants }) => ({
        ...{ product_id, title, own_price },
        ...(variants && {
          variants: variants.map(({ variant_id, step }) => ({ variant_id, step: String(step) })),
        }),
      })) ?? [],
    tiers: tiers && tiers.length > 0 ? tiers : [{ from_units: 1, prices: {} }],
  }
}

const orNull = (value: number | '') => (value === '' ? null : value)
const typedPictures = (pictures: readonly string[]) =>
  pictures.map((address) => address.trim()).filter((address) => address !== '')

/** Fields that may change after the opening. */
export function openCampaignInput(form: CampaignForm) {
  const { title, description, max_units, per_member_limit } = form
  return {
    ...{ title, description, pictures: typedPictures(form.pictures) },
    max_units: orNull(max_units),
    per_member_limit: orNull(per_member_limit),
    ships_on: form.ships_on || null,
    shipping_method_ids: form.shipping_method_ids,
  }
}

export function campaignInput(form: CampaignForm): CampaignInput {
  const { kind, money, metric, min_target, lot_size, withdraw, supply, delivery } = form
  const paysLeader = money === 'to_leader'
  const hasSellers = kind === 'pool' && form.has_sellers === 1
  const { commission_percent, grace_minutes, products } = form
  return {
    ...openCampaignInput(form),
    ...{ kind, metric, withdraw, supply },
    money: paysLeader ? 'pay_after_success' : money,
    pays_leader: paysLeader,
    leader_sending: form.leader_sending,
    delivery: kind === 'team' ? delivery : 'each',
    min_target: orNull(min_target),
    lot_size: lot_size === '' ? 1 : lot_size,
    team_hours: kind === 'team' ? orNull(form.team_hours) : null,
    leaders_only: form.leaders_only === 1 && (kind === 'team' || hasSellers),
    has_sellers: hasSellers,
    coupons: form.coupons === 1,
    commission_percent: commission_percent === '' ? 0 : commission_percent,
    grace_minutes: grace_minutes === '' ? 0 : grace_minutes,
    starts_at: fromTaipeiInput(form.starts_at),
    ends_at: fromTaipeiInput(form.ends_at),
    products: products.map(({ product_id, variants }) => ({
      product_id,
      ...(variants && {
        variants: variants.map(({ variant_id, step }) => ({ variant_id, step: toStep(step) })),
      }),
    })),
    tiers: tiersInput(form),
  }
}

/** Empty, or a sign alone, is no difference. */
export function toStep(typed: string): number {
  return Number(typed) || 0
}

/** A tier in which nothing was typed is none; a price that is missing is told when publishing. */
function tiersInput({ tiers, products }: CampaignForm) {
  const chosen = products.map(({ product_id }) => product_id)
  return tiers.flatMap(({ from_units, prices }) => {
    const priced = chosen.flatMap((product_id) => {
      const unit_price = prices[product_id]
      return unit_price === undefined || unit_price === '' ? [] : [{ product_id, unit_price }]
    })
    if (priced.length === 0) return []
    return [{ from_units: from_units === '' ? 0 : from_units, prices: priced }]
  })
}
