import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** Changes in one transaction. */
const batchSize = 5_000

const addUp = defineJob({ name: 'reports.sold', timeoutSeconds: 10 * 60 })

/** Every minute, so that a report finds little beside the sums. */
export function registerSold(jobs: Jobs, db: NodePgDatabase): void {
  jobs.register(addUp, (_, { signal }) => addUpSold(db, signal))
  jobs.schedule(addUp, '* * * * *')
}

async function addUpSold(db: NodePgDatabase, signal: AbortSignal): Promise<void> {
  for (const addUp of [addUpBatch, addUpDays]) {
    while (!signal.aborted && (await transaction(db, addUp)) === batchSize);
  }
}

/** Takes the next changes of days into their sums, and returns how many it took. */
export async function addUpDays(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with taken as (
      delete from day_changes where id in (
        select id from day_changes order by id limit ${batchSize} for update skip locked)
      returning at, orders, payments, received, refunded
    ), added as (
      insert into day_sums (start, orders, payments, received, refunded)
      select date_trunc('day', at, 'Asia/Taipei') as start, sum(orders), sum(payments),
        sum(received), sum(refunded)
      from taken group by start order by start
      on conflict (start) do update set orders = day_sums.orders + excluded.orders,
        payments = day_sums.payments + excluded.payments,
        received = day_sums.received + excluded.received,
        refunded = day_sums.refunded + excluded.refunded
    )
    select count(*)::int as taken from taken`)
  return rows[0]?.taken ?? 0
}

/** Takes the next changes into the sums, and returns how many it took. */
export async function addUpBatch(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with taken as (
      delete from sold_changes where id in (
        select id from sold_changes order by id limit ${batchSize} for update skip locked)
      returning at, product_id, units, amount
    ), added as (
      insert into sold_sums (unit, start, product_id, units, amount)
      select unit, date_trunc(unit, at, 'Asia/Taipei') as start, product_id, sum(units), sum(amount)
      from taken cross join unnest(array['day', 'month']) as unit
      group by unit, start, product_id order by unit, start, product_id
      on conflict (unit, start, product_id) do update
        set units = sold_sums.units + excluded.units, amount = sold_sums.amount + excluded.amount
    )
    select count(*)::int as taken from taken`)
  return rows[0]?.taken ?? 0
}
