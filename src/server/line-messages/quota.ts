import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { type LineTopic, lineMessages, lineQuota } from '../db/tables/line.ts'
import type { LineMessaging, MessageQuota } from '../line/line-messaging.ts'

/** The share of a month's messages up to which each topic is sent: the rest is kept for what matters more. */
const shares: Record<LineTopic, number> = { outcome: 1, at_store: 0.9, shipped: 0.7 }

export interface KnownQuota {
  /** Null: no limit. */
  limit: number | null
  /** As LINE last said, and what was sent since. */
  used: number
  readAt: Date
}

/** The quota of this month (of Taipei) as it is known; undefined: nothing is. */
export async function readQuota(db: Db): Promise<(KnownQuota & { isFresh: boolean }) | undefined> {
  const [row] = await db
    .select({
      limit: lineQuota.limit,
      used: lineQuota.used,
      readAt: lineQuota.readAt,
      isFresh: sql<boolean>`${lineQuota.readAt} > now() - interval '10 minutes'`,
      since: sql<number>`(select count(*) from ${lineMessages}
        where ${lineMessages.state} = 'sent' and ${lineMessages.stateSince} > ${lineQuota.readAt})`.mapWith(
        Number,
      ),
    })
    .from(lineQuota)
    .where(
      sql`date_trunc('month', ${lineQuota.readAt} at time zone 'Asia/Taipei')
        = date_trunc('month', now() at time zone 'Asia/Taipei')`,
    )
  if (!row) return undefined
  const { since, ...quota } = row
  return { ...quota, used: quota.used + since }
}

export async function writeQuota(
  db: Db,
  { limit, used }: Pick<MessageQuota, 'limit' | 'used'>,
): Promise<void> {
  const set = { limit, used, readAt: sql`now()` }
  await db
    .insert(lineQuota)
    .values({ id: 1, ...set })
    .onConflictDoUpdate({ target: lineQuota.id, set })
}

/** Asks LINE when what is known is old. An answer that does not come keeps nothing back. */
export async function renewQuota(db: Db, client: LineMessaging): Promise<KnownQuota | undefined> {
  const known = await readQuota(db)
  if (known?.isFresh) return known
  const answer = await client.quota()
  if (answer.type !== 'quota') return known
  await writeQuota(db, answer)
  return readQuota(db)
}

/** Whether one more of this topic would take from what matters more. */
export function isKeptBack(topic: LineTopic, quota: KnownQuota | undefined): boolean {
  if (!quota || quota.limit === null) return false
  return quota.used >= Math.floor(quota.limit * shares[topic])
}

/** Seconds until the first day of the next month in Taipei begins. */
export async function readSecondsOfMonth(db: Db): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from (date_trunc('month', now() at time zone 'Asia/Taipei')
      + interval '1 month') at time zone 'Asia/Taipei' - now())::float8 as seconds`)
  return Math.ceil(rows[0]?.seconds ?? 0)
}
