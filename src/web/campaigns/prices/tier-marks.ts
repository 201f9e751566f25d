import type { Campaign } from '#contract/campaigns.ts'
import { priceList } from './group-price.ts'

export interface BarMark {
  units: number
  /** Of the first product, where a tier begins. */
  price?: number
  tier?: number
  /** Where the group succeeds, when it is counted in units. */
  isTarget: boolean
}

/** The tiers and the minimum, in the order of their units; a minimum where a tier begins is one. */
export function barMarks(campaign: Campaign): BarMark[] {
  const target = campaign.metric === 'units' ? campaign.min_target : undefined
  const marks: BarMark[] = campaign.tiers.map(({ from_units, prices }, tier) => {
    const [price] = priceList(campaign, prices).values()
    return {
      units: from_units,
      ...(price !== undefined && { price }),
      tier,
      isTarget: from_units === target,
    }
  })
  if (target !== undefined && !marks.some(({ isTarget }) => isTarget)) {
    marks.push({ units: target, isTarget: true })
  }
  return marks.toSorted((a, b) => a.units - b.units)
}

/** From 0 to 1: each mark begins a part of the same length, and the last part grows ever slower. */
export function barProgress(marks: readonly BarMark[], units: number): number {
  const reached = marks.findLastIndex((mark) => units >= mark.units)
  const from = marks[reached]
  if (!from) return 0
  const next = marks[reached + 1]
  const into = units - from.units
  const part = next ? into / (next.units - from.units) : into / (into + from.units)
  return (reached + Math.min(1, part)) / marks.length
}

/** More marks than these have no room for a label each. */
const roomForAll = 4

/** The marks that have a label: the minimum, then the tier of now and the first, where there is room. */
export function labelledIndexes(marks: readonly BarMark[], tier: number): ReadonlySet<number> {
  if (marks.length <= roomForAll) return new Set(marks.keys())
  const wanted = [
    marks.findIndex(({ isTarget }) => isTarget),
    marks.findIndex((mark) => mark.tier === tier),
    0,
  ]
  const labelled: number[] = []
  for (const index of wanted) {
    const isFree = labelled.every((other) => other === index || Math.abs(other - index) > 1)
    if (index >= 0 && isFree) labelled.push(index)
  }
  return new Set(labelled)
}
