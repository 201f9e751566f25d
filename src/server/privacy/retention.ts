import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { eraseOrders } from './erase.ts'
import { erasedText } from './personal-columns.ts'

const stepRows = 5_000
const keepData = defineJob({ name: 'privacy.sweep', timeoutSeconds: 10 * 60, pollSeconds: 30 })

/** Once a night: what is kept for years or months; what is kept for days goes with housekeeping. */
export function registerRetention(jobs: Jobs, db: NodePgDatabase): void {
  jobs.register(keepData, (_, { signal }) => sweepPersonalData(db, signal))
  jobs.schedule(keepData, '30 20 * * *')
}

export async function sweepPersonalData(db: NodePgDatabase, signal?: AbortSignal): Promise<void> {
  const { keeps_years: years } = await readSettingGroup(db, 'privacy')
  while (!signal?.aborted && (await eraseOldContacts(db, years)) === stepRows);
  await db.execute(sql`delete from refresh_tokens where ctid in (
    select ctid from refresh_tokens where last_used_at < now() - interval '400 days' limit ${stepRows})`)
  await db.execute(sql`delete from erasures where at < now() - interval '90 days'`)
  await db.execute(sql`update groups set pickup_place = '' where id in (
    select id from groups where pickup_place <> '' and state in ('failed', 'settled', 'cancelled')
      and expires_at < now() - make_interval(years => ${years}) limit ${stepRows})`)
}

/** Of orders that ended so long ago; an order that is open keeps its contact however old it is. */
function eraseOldContacts(db: NodePgDatabase, years: number): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from orders where order_state in ('completed', 'cancelled', 'returned')
          and state_since < now() - make_interval(years => ${years})
          and user_name <> ${erasedText}
        limit ${stepRows} for update skip locked`,
    )
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    return eraseOrders(tx, sql`(select unnest(${sql.param(ids)}::text[]))`)
  })
}
