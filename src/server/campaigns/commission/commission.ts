import { eq } from 'drizzle-orm'
import { createId } from '../../db/id.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { commissionEntries } from '../../db/tables/settlements.ts'
import type { Transaction } from '../../db/transaction.ts'
import { actorKey } from '../../http/actor.ts'
import { readGoodsAmount } from '../../orders/back-office/reprice-orders.ts'
import { readRefundedGoods, readRefundedOfOrder } from '../../payments/refunds/refunds.queries.ts'
import { readDecisionDetail } from '../closing/closing.queries.ts'
import { shopActor } from '../closing/closing-deps.ts'

/** The part of an amount in whole NT$, rounded down. */
function commissionOf(goods: number, percent: number): number {
  return Math.floor((goods * percent) / 100)
}

/**
 * The commission of an order on the goods that the shop keeps: a refund that names goods takes them off,
 * any other its fees first; each counts once its money is back.
 */
async function earnedBy(tx: Transaction, orderId: string, groupId: string): Promise<number> {
  const [campaign] = await tx
    .select({ percent: campaigns.commissionPercent })
    .from(groups)
    .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
    .where(eq(groups.id, groupId))
  const { goods, total } = await readGoodsAmount(tx, orderId)
  const [refunded, refundedGoods] = await Promise.all([
    readRefundedOfOrder(tx, orderId, 'done'),
    readRefundedGoods(tx, orderId),
  ])
  const kept = Math.min(goods - refundedGoods, total - refunded)
  return commissionOf(Math.max(0, kept), campaign?.percent ?? 0)
}

/**
 * Books a completed order's commission, once: for the seller of the place, else for the leader at the
 * decision; the own order of either earns nothing.
 */
export async function bookCommission(
  tx: Transaction,
  place: { groupId: string; memberId: string; sellerMemberId: string | null },
  orderId: string,
): Promise<void> {
  const { groupId, memberId, sellerMemberId } = place
  const leaderId = sellerMemberId ?? (await readDecisionDetail(tx, groupId))?.leader_id
  if (!leaderId || leaderId === memberId) return
  const amount = await earnedBy(tx, orderId, groupId)
  if (amount === 0) return
  const entry = { id: createId(), groupId, leaderId, orderId, by: actorKey(shopActor) }
  await tx
    .insert(commissionEntries)
    .values({ ...entry, kind: 'earned', amount })
    .onConflictDoNothing()
}

/**
 * After a refund: lowers the commission to its percentage of what is not refunded. The order is
 * locked, so its entries are those of now.
 */
export async function reverseRefunded(tx: Transaction, orderId: string): Promise<void> {
  const entries = await tx
    .select()
    .from(commissionEntries)
    .where(eq(commissionEntries.orderId, orderId))
  const earned = entries.find(({ kind }) => kind === 'earned')
  if (!earned?.groupId) return
  const { groupId, leaderId } = earned
  const booked = entries.reduce((sum, { amount }) => sum + amount, 0)
  const back = booked - (await earnedBy(tx, orderId, groupId))
  if (back <= 0) return
  const entry = { id: createId(), groupId, leaderId, orderId, by: actorKey(shopActor) }
  await tx.insert(commissionEntries).values({ ...entry, kind: 'reversed', amount: -back })
}
