import { expect, it } from 'vitest'
import type { Campaign, Group } from '#contract/campaigns.ts'
import { groupCard } from './group-card.ts'

const site = { own: 'https://shop.example', shop: '小農' }
const campaign = {
  ...{ id: 'C1', title: '玉米濃湯', kind: 'pool', state: 'open', metric: 'units', pictures: [] },
  ...{ price_now: 120, has_several_prices: false, price_lowest: 90, min_target: 10 },
  ...{ products: [{ picture: '/uploads/a-60x20.png' }], tiers: [] },
} as unknown as Campaign
const group = {
  ...{ code: 'abc', state: 'forming', units: 6, members: 3, missing: 4, expires_at: 1_900_000_000 },
  campaign,
} as unknown as Group

const cardOf = (shown: { campaign: Campaign; group?: Group }, own = site.own) =>
  JSON.stringify(
    groupCard(shown, {
      ...{ site: { ...site, own }, liffId: '2007000001-AbcdEfgh', path: '/g/abc' },
      now: new Date('2026-11-27T02:15:00Z'),
    }),
  )

it('a group is a card with picture, price of now, next step and a link that opens inside LINE (LINE-07)', () => {
  const card = cardOf({ campaign, group })
  for (const text of [
    ...['玉米濃湯', 'NT$120', '還差 4 份成團', '最低可到 NT$90', '截至 2026/11/27 10:15'],
    ...['https://liff.line.me/2007000001-AbcdEfgh/g/abc?via=line', '"width":"60%"', '我要跟團'],
    'https://shop.example/cards/group/abc-',
  ])
    expect(card).toContain(text)
  expect(card.length).toBeLessThan(30 * 1024)
})

it('a group that is over invites nobody, and a shop without https sends no picture (LINE-07)', () => {
  const over = {
    ...group,
    state: 'succeeded',
    outcome: 'succeeded',
    missing: 0,
  } as unknown as Group
  const card = cardOf({ campaign, group: over }, 'http://localhost:3000')
  expect(card).toContain('查看團購')
  expect(card).not.toMatch(/我要跟團|hero|"image"/)
})
