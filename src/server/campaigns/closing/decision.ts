import type { CampaignMetric } from '#contract/campaign-states.ts'
import { tierAt } from '../tiers.ts'
import { keepLots, type LotPlace, type LotPlan } from './lots.ts'

export interface ToDecide {
  metric: CampaignMetric
  minTarget: number
  lotSize: number
  tiers: readonly { fromUnits: number }[]
  counted: { units: number; members: number }
  /** All that count, in the order of joining; without lots nobody asks for them. */
  places: readonly LotPlace[]
}

export interface Decision {
  isSucceeded: boolean
  unitsFinal: number
  membersFinal: number
  /** Null for a group that failed. */
  finalTier: number | null
  plan: Pick<LotPlan, 'leftOut' | 'cut'>
}

/** How a closed group comes out: the kept number against the minimum, the tier of the kept units. */
export function decide(group: ToDecide): Decision {
  const { metric, minTarget, lotSize, tiers, counted, places } = group
  const { units, ...plan }: LotPlan =
    lotSize === 1 ? { units: counted.units, leftOut: [] } : keepLots(places, lotSize)
  const members = counted.members - plan.leftOut.length
  const isSucceeded = (metric === 'units' ? units : members) >= minTarget
  return {
    isSucceeded,
    unitsFinal: units,
    membersFinal: members,
    finalTier: isSucceeded ? tierAt(tiers, units) : null,
    plan,
  }
}
