import { liveParticipationStates, openGroupStates } from '#contract/campaign-states.ts'
import type { Participation } from '#contract/campaigns.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { toDelay } from './delays/place-delay.ts'
import { toSummary } from './group-wire.ts'
import type { ParticipationFacts } from './participations.queries.ts'
import { toLine } from './tiers.ts'

const live: readonly string[] = liveParticipationStates
const open: readonly string[] = openGroupStates

/** A place as its own member sees it. */
export function toParticipation(facts: ParticipationFacts, ownAddress: string): Participation {
  const { participation: row, group, campaign, lines, payBy, delay, seller } = facts
  const isWaiting = row.state === 'awaiting_payment'
  return {
    id: row.id,
    code: group.code,
    campaign: toSummary(facts, group, ownAddress),
    money: campaign.money,
    group_state: group.state,
    state: row.state,
    lines: lines.map((line) => ({
      ...toLine(line),
      unit_price: line.unitPrice,
      total: line.total,
    })),
    qty: row.qty,
    ...(row.needsProof && row.state === 'held' && { needs_proof: true as const }),
    quoted_total: row.quotedTotal,
    ...(row.finalTotal !== null && { final_total: row.finalTotal }),
    order_id: row.orderId,
    ...(row.state === 'held' && row.holdUntil && { hold_until: toEpochSeconds(row.holdUntil) }),
    ...(isWaiting && payBy && { pay_by: toEpochSeconds(payBy) }),
    ...(campaign.paysLeader && { to_leader: toLeaderMoney(facts) }),
    can_change: canChange(facts),
    can_withdraw: canWithdraw(facts),
    is_leader: group.leaderId === row.memberId,
    is_anonymous: row.isAnonymous,
    accepts_fewer: row.acceptsFewer,
    joined_at: toEpochSeconds(row.joinedAt),
    ...(row.endedAt && { ended_at: toEpochSeconds(row.endedAt) }),
    ...(row.endReason !== null && { end_reason: row.endReason }),
    ...(delay && { delay: toDelay(delay) }),
    ...(seller !== null && { seller: { name: seller } }),
    ...(live.includes(row.state) && group.pickupPlace && { pickup_place: group.pickupPlace }),
  }
}

/** The words of the leader are for those who have something to pay. */
function toLeaderMoney({ participation, group, toLeader }: ParticipationFacts) {
  if (!toLeader) return {}
  const { open, received } = toLeader
  return {
    ...{ open, received, ways: group.payWays ?? {} },
    ...(participation.lastFive !== null && { last_five: participation.lastFive }),
  }
}

type Judged = Pick<
  ParticipationFacts,
  'participation' | 'group' | 'isOver' | 'campaign' | 'extensions'
>

function canChange({ participation: { state }, group, isOver }: Judged): boolean {
  return (state === 'held' || state === 'authorised') && open.includes(group.state) && !isOver
}

/** To leave the group, or to give up a place that waits to be paid. */
function canWithdraw(facts: Judged): boolean {
  const { state, handedOutAt } = facts.participation
  if (state === 'awaiting_payment') return handedOutAt === null
  const { campaign, group, extensions } = facts
  const isExtended = group.poolOf !== null && extensions.length > 0
  const isBound = campaign.withdraw === 'until_reached' && group.state === 'reached'
  return canChange(facts) && (!isBound || isExtended)
}
