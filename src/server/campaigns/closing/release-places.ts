import { handedOutByLeader } from '#contract/campaign-states.ts'
import type { Transaction } from '../../db/transaction.ts'
import { cancelOrders } from '../../orders/back-office/order-batches.queries.ts'
import { voidAuthorised } from '../../payments/paying/authorisation.jobs.ts'
import { lockCountingPayment } from '../../payments/payments.queries.ts'
import { isCounted } from '../counted-places.ts'
import { changeCounts, lockGroup } from '../group-counts.ts'
import { lessenMemberUnits } from '../join/member-units.queries.ts'
import { hidePickupPlace } from '../leader/pickup-address.queries.ts'
import { type GroupMailDetail, type GroupMailKind, queueGroupMails } from '../mails/group-mails.ts'
import { moveParticipations } from '../moves.queries.ts'
import type { AppliedDecision } from './closing.queries.ts'
import { type ClosingDeps, shopActor } from './closing-deps.ts'
import type { DecidedPlace, DecisionBatch } from './decision-batch.ts'

/** Releases places that a decision does not keep, all for one reason: nothing is charged, and what they held is free. */
export async function releasePlaces(
  tx: Transaction,
  deps: ClosingDeps,
  batch: DecisionBatch,
): Promise<void> {
  const { decision, places, orders } = batch
  if (places.length === 0) return
  const { group, money } = decision
  const isUnproved =
    decision.outcome === 'succeeded' && places.every(({ needsProof }) => needsProof)
  const reason = isUnproved ? unprovedReason : releaseReason(decision)
  if (money === 'authorise_capture') {
    for (const { orderId } of places) {
      const attempt = await lockCountingPayment(tx, orderId)
      if (attempt) await voidAuthorised(tx, deps.jobs, attempt)
    }
  }
  const set = { endReason: reason }
  for (const [, same] of Map.groupBy(places, ({ state }) => state)) {
    await moveParticipations(tx, same, { event: 'release', actor: shopActor, set })
  }
  const ids = places.map(({ id }) => id)
  const [kind, told] = mailOfRelease(decision, isUnproved)
  const orderIds = new Set(places.map(({ orderId }) => orderId))
  const cancelled = orders.filter(({ id }) => orderIds.has(id))
  await queueGroupMails(deps, tx, kind, ids, told)
  await cancelOrders(tx, cancelled, { actor: shopActor, reason }, deps.subscribers)
  const handedOut = cancelled.filter(({ userAddress }) => userAddress.startsWith(handedOutByLeader))
  if (handedOut.length > 0) {
    await hidePickupPlace(
      tx,
      handedOut.map(({ id }) => id),
    )
  }
  const byMember = places.map(({ memberId, qty }) => ({ memberId, units: qty }))
  await lessenMemberUnits(tx, group.campaignId, byMember)
  const counted = places.filter((place) => isCounted(money, place))
  const locked = await lockGroup(tx, group.id)
  const change = {
    unitsTaken: -unitsOf(places),
    membersTaken: -places.length,
    unitsCounted: -unitsOf(counted),
    membersCounted: -counted.length,
  }
  await changeCounts(tx, locked, change, shopActor)
}

const unprovedReason = '截止前沒有驗證電子信箱'

function releaseReason({ outcome, reason }: AppliedDecision): string {
  if (outcome === 'cancelled') return `團購已取消：${reason ?? ''}`
  return outcome === 'failed' ? '未成團' : '未列入成團的份數'
}

function mailOfRelease(
  { outcome, reason }: AppliedDecision,
  isUnproved: boolean,
): [GroupMailKind, GroupMailDetail] {
  if (outcome === 'cancelled') return ['cancelled', { reason: reason ?? '' }]
  return ['failed', { isLeftOut: outcome === 'succeeded', isUnproved }]
}

function unitsOf(places: readonly DecidedPlace[]): number {
  return places.reduce((sum, { qty }) => sum + qty, 0)
}
