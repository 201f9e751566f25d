import type {
  AdminSeller,
  OwnSelling,
  SoldPlace as ShownPlace,
} from '#contract/campaign-sellers.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { leaderName } from '../back-office/admin-group-wire.ts'
import { shownNameOf, toSummary } from '../group-wire.ts'
import type { ListedSeller, Selling, SoldPlace } from './sellers.queries.ts'

export function toSelling(selling: Selling, ownAddress: string): OwnSelling {
  const { seller, group, campaign, sums } = selling
  return {
    campaign: toSummary(selling, group, ownAddress),
    code: seller.code,
    name: seller.shownName,
    commission_percent: campaign.commissionPercent,
    ...sums,
    ...(seller.endedAt && { ended_at: toEpochSeconds(seller.endedAt) }),
  }
}

/** As other buyers see it: the name masked, or none. */
export function toSoldPlace({
  id,
  qty,
  state,
  joinedAt,
  commission,
  ...shown
}: SoldPlace): ShownPlace {
  return {
    participation_id: id,
    name: shownNameOf(shown),
    ...{ qty, state, joined_at: toEpochSeconds(joinedAt) },
    ...(commission !== null && { commission }),
  }
}

export function toAdminSeller(row: ListedSeller, seesPersons: boolean): AdminSeller {
  const { id, name, email, code, at, endedAt, places, units, goods, earned } = row
  return {
    id,
    name: leaderName({ name, email }, seesPersons),
    code,
    since: toEpochSeconds(at),
    ...(endedAt && { ended_at: toEpochSeconds(endedAt) }),
    ...{ places, units, goods, earned },
  }
}
