import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { deleteInSteps, stepRows } from '../db/delete-in-steps.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { eraseOrders } from './erase.ts'
import { erasedText } from './personal-columns.ts'

const keepData = defineJob({ name: 'privacy.sweep', timeoutSeconds: 10 * 60, pollSeconds: 30 })

/** Once a night: what is kept for years or months; what is kept for days goes with housekeeping. */
export function registerRetention(jobs: Jobs, db: NodePgDatabase): void {
  jobs.register(keepData, (_, { signal }) => sweepPersonalData(db, signal))
  jobs.schedule(keepData, '30 20 * * *')
}

export async function sweepPersonalData(db: NodePgDatabase, signal?: AbortSignal): Promise<void> {
  const { keeps_years: years } = await readSettingGroup(db, 'privacy')
  while (!signal?.aborted && (await eraseOldContacts(db, years)) === stepRows);
  const unused = sql`last_used_at < now() - interval '400 days'`
  await deleteInSteps(db, 'refresh_tokens', unused, signal)
  await deleteInSteps(db, 'erasures', sql`at < now() - interval '90 days'`, signal)
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
