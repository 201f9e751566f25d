import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { DelayAnswer } from '#contract/campaigns.ts'
import type { Db } from '../../db/connect.ts'
import { campaignDelays, delayAnswers } from '../../db/tables/campaign-delays.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { orders } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'

/** Of places that are asked: their goods have not left, and are not with the shopper. */
export const isUnsent = sql`${participations.state} = 'confirmed'
  and ${participations.handedOutAt} is null and exists (
  select from ${orders} as placed where placed.id = ${participations.orderId}
    and placed.state in ('placed', 'paid', 'preparing') and placed.deleted_at is null)`

/** The groups of a campaign in which somebody waits for goods. */
export async function listWaitingGroups(db: Db, campaignId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ groupId: participations.groupId })
    .from(participations)
    .where(and(eq(participations.campaignId, campaignId), isUnsent))
  return rows.map(({ groupId }) => groupId)
}

/** Gives its number in the campaign. */
export async function insertDelay(
  tx: Transaction,
  delay: Omit<typeof campaignDelays.$inferInsert, 'n'>,
): Promise<number> {
  const { campaignId, toDay } = delay
  const n = (await tx.$count(campaignDelays, eq(campaignDelays.campaignId, campaignId))) + 1
  await tx.insert(campaignDelays).values({ ...delay, n })
  await tx
    .update(campaigns)
    .set({ shipsOn: toDay, version: sql`${campaigns.version} + 1` })
    .where(eq(campaigns.id, campaignId))
  return n
}

export async function writeAnswer(
  tx: Transaction,
  given: { participationId: string; campaignId: string; n: number; answer: DelayAnswer },
): Promise<void> {
  await tx
    .insert(delayAnswers)
    .values(given)
    .onConflictDoUpdate({
      target: [delayAnswers.participationId, delayAnswers.n],
      set: { answer: given.answer, at: sql`now()` },
    })
}

/** Whether the place was given up for a refund. */
export async function hasChosenRefund(db: Db, participationId: string): Promise<boolean> {
  const isRefund = eq(delayAnswers.answer, 'refund')
  const isOwn = eq(delayAnswers.participationId, participationId)
  return (await db.$count(delayAnswers, and(isOwn, isRefund))) > 0
}

/** With the places by their answer. */
export type Delay = typeof campaignDelays.$inferSelect & {
  waits: number
  refunds: number
  unanswered: number
}

/** The last delay of a campaign. */
export async function readDelay(db: Db, campaignId: string): Promise<Delay | undefined> {
  const [delay] = await db
    .select()
    .from(campaignDelays)
    .where(eq(campaignDelays.campaignId, campaignId))
    .orderBy(desc(campaignDelays.n))
    .limit(1)
  if (!delay) return undefined
  const isOfDelay = and(eq(delayAnswers.campaignId, campaignId), eq(delayAnswers.n, delay.n))
  const [given, unanswered] = await Promise.all([
    db
      .select({ answer: delayAnswers.answer, places: count() })
      .from(delayAnswers)
      .where(isOfDelay)
      .groupBy(delayAnswers.answer),
    db.$count(
      participations,
      and(
        eq(participations.campaignId, campaignId),
        isUnsent,
        sql`not exists (select from ${delayAnswers} as given
          where given.participation_id = ${participations.id} and given.n = ${delay.n})`,
      ),
    ),
  ])
  const placesOf = (answer: DelayAnswer) => given.find((row) => row.answer === answer)?.places ?? 0
  return { ...delay, waits: placesOf('wait'), refunds: placesOf('refund'), unanswered }
}
