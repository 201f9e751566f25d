import { expect, it } from 'vitest'
import type { Campaign, Group } from '#contract/campaigns.ts'
import { groupShareText, outcomeText } from './group-price.ts'

it.each([
  ['缺貨', '團購已取消：缺貨'],
  [undefined, '團購已取消'],
])('a cancelled group says its reason, %s, if it has one (CAMP-15)', (reason, text) => {
  const group = { outcome: 'cancelled', ...(reason && { reason }) } as Group
  expect(outcomeText(group, {} as Campaign)).toBe(text)
})

const campaign = {
  title: '春茶',
  money: 'pay_after_success',
  products: [{ product_id: 'tea' }],
  tiers: [{ prices: [{ product_id: 'tea', unit_price: 100 }] }],
} as Campaign
const group = {
  ...{ tier: 0, missing: 2, expires_at: Date.parse('2026-11-30T23:59:00+08:00') / 1_000 },
  campaign: { metric: 'units' },
} as Group

it.each([
  [{ state: 'forming' }, '春茶 目前 NT$100，還差 2 份成團，2026/11/30 23:59 截止'],
  [{ state: 'reached', missing: 0 }, '春茶 目前 NT$100，2026/11/30 23:59 截止'],
  [{ state: 'closing' }, '春茶，已截止，結算中'],
  [{ state: 'failed', outcome: 'failed' }, '春茶，未成團，沒有收取任何款項'],
] as [Partial<Group>, string][])(
  'what is sent with the link of a group that is %o (SHARE-08)',
  (state, text) => {
    expect(groupShareText({ ...group, ...state }, campaign)).toBe(text)
  },
)
