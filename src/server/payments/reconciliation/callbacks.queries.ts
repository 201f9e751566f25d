import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { gatewayCallbacks } from '../../db/tables/payments.ts'

/** The callbacks of today, in Taipei, that were not believed. */
export async function countRefusedToday(db: Db): Promise<number> {
  const { rows } = await db.execute<{ refused: number }>(sql`
    select count(*)::int as refused from gateway_callbacks
    where outcome = 'refused' and received_at >=
      date_trunc('day', now() at time zone 'Asia/Taipei') at time zone 'Asia/Taipei'`)
  return rows[0]?.refused ?? 0
}

/** One page of callbacks as they came, newest first. */
export async function listCallbacks(
  db: Db,
  page: { outcome?: 'applied' | 'refused' | undefined; limit: number; offset: number },
) {
  const { outcome, limit, offset } = page
  const which = outcome && eq(gatewayCallbacks.outcome, outcome)
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(gatewayCallbacks)
      .where(which)
      .orderBy(desc(gatewayCallbacks.id))
      .limit(limit)
      .offset(offset),
    db.$count(gatewayCallbacks, which),
  ])
  return { rows, total }
}
