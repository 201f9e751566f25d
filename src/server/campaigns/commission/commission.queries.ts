import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { createId } from '../../db/id.ts'
import { members } from '../../db/tables/members.ts'
import { groupPardons } from '../../db/tables/participations.ts'
import { commissionEntries } from '../../db/tables/settlements.ts'
import type { Transaction } from '../../db/transaction.ts'

const sumOf = (kind: string) =>
  sql<number>`coalesce(sum(${commissionEntries.amount}) filter (where ${commissionEntries.kind} = ${kind}), 0)`.mapWith(
    Number,
  )
const balance = sql<number>`sum(${commissionEntries.amount})`.mapWith(Number)

/** One page of leaders with what they have earned, those first who are owed most. */
export async function listBalances(db: Db, page: { limit: number; offset: number }) {
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        leaderId: commissionEntries.leaderId,
        name: members.displayName,
        email: members.email,
        earned: sumOf('earned'),
        reversed: sumOf('reversed'),
        paid: sumOf('paid'),
        balance,
      })
      .from(commissionEntries)
      .leftJoin(members, eq(members.uid, commissionEntries.leaderId))
      .groupBy(commissionEntries.leaderId, members.displayName, members.email)
      .orderBy(desc(balance), commissionEntries.leaderId)
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({
        total: sql<number>`count(distinct ${commissionEntries.leaderId})`.mapWith(Number),
      })
      .from(commissionEntries),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Payouts to one leader wait for each other: the balance is a sum, no row to lock. */
export async function lockBalance(tx: Transaction, leaderId: string): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`commission ${leaderId}`}, 0))`,
  )
  const [row] = await tx
    .select({ balance: sql<number>`coalesce(${balance}, 0)`.mapWith(Number) })
    .from(commissionEntries)
    .where(eq(commissionEntries.leaderId, leaderId))
  return row?.balance ?? 0
}

export async function insertPayout(
  tx: Transaction,
  payout: { leaderId: string; amount: number; note: string; by: string },
): Promise<void> {
  const { amount, ...of } = payout
  await tx
    .insert(commissionEntries)
    .values({ ...of, id: createId(), kind: 'paid', amount: -amount })
}

export async function insertPardon(
  tx: Transaction,
  pardon: { memberId: string; by: string },
): Promise<void> {
  await tx.insert(groupPardons).values({ ...pardon, id: createId(), at: sql`shop_now()` })
}
