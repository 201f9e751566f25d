import { expect, it } from 'vitest'
import type { Campaign, Group } from '#contract/campaigns.ts'
import { outcomeText } from './group-price.ts'

it.each([
  ['缺貨', '團購已取消：缺貨'],
  [undefined, '團購已取消'],
])('a cancelled group says its reason, %s, if it has one (CAMP-15)', (reason, text) => {
  const group = { outcome: 'cancelled', ...(reason && { reason }) } as Group
  expect(outcomeText(group, {} as Campaign)).toBe(text)
})
