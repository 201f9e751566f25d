import type { AdminCampaign } from '#contract/campaigns.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { Delay } from '../delays/delays.queries.ts'
import { toCampaign } from '../group-wire.ts'
import type { WholeCampaign } from './admin-campaigns.queries.ts'

/** A campaign as the back office edits it. */
export function toAdminCampaign(whole: WholeCampaign, ownAddress: string): AdminCampaign {
  const { campaign, group, groups, units, unavailable } = whole
  return {
    ...toCampaign(whole, group, ownAddress),
    num: campaign.num,
    supply: campaign.supply,
    ...(campaign.paysLeader && { leader_sending: campaign.leaderSending }),
    commission_percent: campaign.commissionPercent,
    grace_minutes: campaign.graceMinutes,
    version: campaign.version,
    groups,
    units,
    unavailable,
    created_at: toEpochSeconds(campaign.createdAt),
  }
}

export function toAdminDelay(delay: Delay): NonNullable<AdminCampaign['delay']> {
  const { toDay, fromDay, reason, at, waits, refunds, unanswered } = delay
  return {
    ships_on: toDay,
    ...(fromDay !== null && { was: fromDay }),
    ...{ reason, at: toEpochSeconds(at), waits, refunds, unanswered },
  }
}
