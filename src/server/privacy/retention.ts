import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { refreshCustomers } from '../customers/customer-rows.queries.ts'
import { deleteInSteps, stepRows } from '../db/delete-in-steps.ts'
import { erasedText } from '../db/tables/orders.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { eraseOrders, orderStep } from './erase.ts'

const keepData = defineJob({ name: 'privacy.sweep', timeoutSeconds: 10 * 60 })

/** Once a night: what is kept for years or months; what is kept for days goes with housekeeping. */
export function registerRetention(jobs: Jobs, { db }: { db: NodePgDatabase }): void {
  jobs.register(keepData, (_, { signal }) => sweepPersonalData(db, signal))
  jobs.schedule(keepData, '30 20 * * *')
}

export async function sweepPersonalData(db: NodePgDatabase, signal?: AbortSignal): Promise<void> {
  const { keeps_years: years } = await readSettingGroup(db, 'privacy')
  const unused = sql`last_used_at < now() - interval '400 days'`
  await deleteInSteps(db, 'refresh_tokens', unused, signal)
  await deleteInSteps(db, 'erasures', sql`at < now() - interval '90 days'`, signal)
  await db.execute(sql`update groups set pickup_place = '', pay_ways = null where id in (
    select id from groups where (pickup_place <> '' or pay_ways is not null) and state in ('failed', 'settled', 'cancelled')
      and expires_at < now() - make_interval(years => ${years}) limit ${stepRows})`)
  // Last, because it takes longest: what fails or ends here keeps nothing else from going.
  while (!signal?.aborted && (await eraseOldContacts(db, years)) === orderStep);
}

// Literals as in the index `orders_ended`: a plan for any parameters cannot use it.
const hasEndedContact = sql.raw(
  `state in ('completed', 'cancelled', 'returned') and contact_name <> '${erasedText}'`,
)

/** Of orders that ended so long ago; an order that is open keeps its contact however old it is. */
function eraseOldContacts(db: NodePgDatabase, years: number): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string; customer_key: string | null }>(
      sql`select id, customer_key from orders where ${hasEndedContact}
          and state_since < now() - make_interval(years => ${years})
        limit ${orderStep} for update skip locked`,
    )
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    const erased = await eraseOrders(tx, sql`(select unnest(${sql.param(ids)}::text[]))`)
    // A customer whose last order this was goes, too.
    const keys = new Set(rows.flatMap(({ customer_key: key }) => key ?? []))
    await refreshCustomers(tx, [...keys])
    return erased
  })
}
