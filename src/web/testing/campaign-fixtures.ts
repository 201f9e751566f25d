import type { AdminCampaign, Campaign, Group, Participation } from '#contract/campaigns.ts'

const summary = {
  id: 'tea',
  kind: 'pool',
  title: '春茶',
  picture: '/tea.webp',
  state: 'open',
  price_now: 100,
  price_ceiling: 100,
  missing: 2,
  metric: 'units',
} as const

/** A campaign of one product that the leader hands out, authorised by card. */
export const teaCampaign: Campaign = {
  ...summary,
  description: '',
  pictures: [],
  money: 'authorise_capture',
  min_target: 2,
  lot_size: 1,
  leaders_only: false,
  withdraw: 'until_close',
  coupons: false,
  delivery: 'leader',
  products: [{ product_id: 'p1', title: '春茶', unit: '罐', picture: '/tea.webp', own_price: 120 }],
  tiers: [{ from_units: 1, prices: [{ product_id: 'p1', unit_price: 100 }] }],
  extensions: [],
}

const tastes = [
  '原味',
  '辣味',
  '海苔',
  '起司',
  '芝麻',
  '蒜味',
  '玉米',
  '咖哩',
  '泡菜',
  '蜂蜜',
  '黑糖',
  '抹茶',
]

/** Twelve variants, the first at NT$100 and each further one NT$10 more. */
export const crackers: Campaign['products'][number] = {
  product_id: 'c0',
  title: '蝦餅',
  unit: '包',
  picture: '',
  own_price: 120,
  variants: tastes.map((title, index) => ({
    ...{ variant_id: `c${index}`, title, step: 10 * index, own_price: 120 + 10 * index },
  })),
}

/** Of the crackers alone, with a second tier at NT$90. */
export const crackerCampaign: Campaign = {
  ...teaCampaign,
  products: [crackers],
  tiers: [100, 90].map((unit_price, tier) => ({
    ...{ from_units: 1 + 3 * tier, prices: [{ product_id: 'c0', unit_price }] },
  })),
}

export const teaGroup: Group = {
  code: 'abcdefgh',
  version: 1,
  campaign: summary,
  state: 'forming',
  units: 0,
  members: 0,
  missing: 2,
  tier: 0,
  opened_at: 1_800_000_000,
  expires_at: 4_000_000_000,
  recent: [],
  others: 0,
}

export const teaPlace: Participation = {
  id: 'place',
  code: teaGroup.code,
  campaign: summary,
  money: 'authorise_capture',
  group_state: 'forming',
  state: 'held',
  lines: [{ product_id: 'p1', title: '春茶', qty: 1, unit_price: 100, total: 100 }],
  qty: 1,
  quoted_total: 100,
  order_id: 'order',
  can_change: true,
  can_withdraw: true,
  is_leader: false,
  is_anonymous: false,
  accepts_fewer: false,
  joined_at: 1_800_000_000,
}

/** A draft as the back office reads it. */
export function adminCampaignOf(version: number, title: string): AdminCampaign {
  return {
    id: 'campaign-1',
    version,
    title,
    state: 'draft',
    kind: 'pool',
    metric: 'units',
    picture: '',
    price_now: 0,
    price_ceiling: 0,
    missing: 10,
    num: 1,
    description: '',
    pictures: [],
    money: 'pay_after_success',
    min_target: 10,
    lot_size: 1,
    leaders_only: false,
    withdraw: 'until_close',
    coupons: false,
    supply: 'stock',
    delivery: 'each',
    commission_percent: 0,
    grace_minutes: 15,
    products: [],
    tiers: [],
    extensions: [],
    groups: {},
    units: 0,
    unavailable: [],
    created_at: 1_780_000_000,
    starts_at: 1_780_000_000,
    ends_at: 1_780_600_000,
  }
}
