import { expect, test } from 'vitest'
import type { Campaign } from '#contract/campaigns.ts'
import { barMarks, barProgress, labelledIndexes } from './tier-marks.ts'

const campaign = {
  metric: 'units',
  min_target: 20,
  products: [{ product_id: 'p' }],
  tiers: [1, 10, 24].map((from_units, index) => ({
    from_units,
    prices: [{ product_id: 'p', unit_price: 100 - 10 * index }],
  })),
} as Campaign

test('the marks are the tiers and the minimum, in the order of their units (GROUP-06)', () => {
  expect(barMarks(campaign).map(({ units, isTarget }) => [units, isTarget])).toEqual([
    [1, false],
    [10, false],
    [20, true],
    [24, false],
  ])
  expect(barMarks({ ...campaign, min_target: 10 })).toHaveLength(3)
  expect(barMarks({ ...campaign, metric: 'members' })).toHaveLength(3)
})

test('the bar never falls while the units rise, and stands at a mark with its units', () => {
  const marks = barMarks(campaign)
  const progress = Array.from({ length: 2_000 }, (_, units) => barProgress(marks, units))
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect([0, 1, 10, 20, 24].map((units) => progress[units])).toEqual([0, 0, 0.25, 0.5, 0.75])
  expect(progress.at(-1)).toBeLessThanOrEqual(1)
})

test('labels stand beside each other only while all have room', () => {
  const crowded = barMarks({
    ...campaign,
    min_target: 10,
    tiers: [1, 10, 20, 40, 80].map((from_units) => ({ from_units, prices: [] })),
  })
  expect([...labelledIndexes(crowded, 0)]).toEqual([1])
  expect([...labelledIndexes(crowded, 3)]).toEqual([1, 3])
  expect(labelledIndexes(barMarks(campaign), 0).size).toBe(4)
})
