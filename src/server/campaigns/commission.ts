import { and, eq } from 'drizzle-orm'
import { createId } from '../db/id.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { participations } from '../db/tables/groups.ts'
import { commissionEntries } from '../db/tables/settlements.ts'
import type { Transaction } from '../db/transaction.ts'
import { actorKey } from '../http/actor.ts'
import { readGoodsAmount } from '../orders/reprice-orders.ts'
import { readRefundedOfOrder } from '../payments/refunds.queries.ts'
import { readDecisionDetail } from './closing.queries.ts'
import { shopActor } from './closing-deps.ts'

/** The part of an amount in whole NT$, rounded down. */
function commissionOf(goods: number, percent: number): number {
  return Math.floor((goods * percent) / 100)
}

/**
 * What a completed order earns for whoever led its group at the decision, once; the leader's own
 * earns nothing.
 */
export async function bookCommission(
  tx: Transaction,
  place: { id: string; groupId: string; memberId: string },
  orderId: string,
): Promise<void> {
  const { leader_id: leaderId } = (await readDecisionDetail(tx, place.groupId)) ?? {}
  if (!leaderId || leaderId === place.memberId) return
  const [campaign] = await tx
    .select({ percent: campaigns.commissionPercent })
    .from(participations)
    .innerJoin(campaigns, eq(campaigns.id, participations.campaignId))
    .where(eq(participations.id, place.id))
  const goods = (await readGoodsAmount(tx, orderId)) - (await readRefundedOfOrder(tx, orderId))
  const amount = commissionOf(Math.max(0, goods), campaign?.percent ?? 0)
  if (amount === 0) return
  await tx
    .insert(commissionEntries)
    .values({
      id: createId(),
      groupId: place.groupId,
      leaderId,
      orderId,
      kind: 'earned',
      amount,
      by: actorKey(shopActor),
    })
    .onConflictDoNothing()
}

/** A completed order that is returned or refunded: what it earned is booked back, once. */
export async function reverseCommission(tx: Transaction, orderId: string): Promise<void> {
  const [earned] = await tx
    .select()
    .from(commissionEntries)
    .where(and(eq(commissionEntries.orderId, orderId), eq(commissionEntries.kind, 'earned')))
  if (!earned) return
  const { groupId, leaderId, amount } = earned
  await tx
    .insert(commissionEntries)
    .values({
      id: createId(),
      groupId,
      leaderId,
      orderId,
      kind: 'reversed',
      amount: -amount,
      by: actorKey(shopActor),
    })
    .onConflictDoNothing()
}
