import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { withLongStatements } from '../db/connect.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { deleteOldMissed } from './missed-searches.ts'

const countSales = defineJob({ name: 'search.count-sales', timeoutSeconds: 3_600 })
const sweepMissed = defineJob({ name: 'search.sweep-missed' })

export function registerSearchJobs(
  jobs: Jobs,
  { db, databaseUrl }: { db: NodePgDatabase; databaseUrl: string },
): void {
  jobs.register(countSales, () => withLongStatements(databaseUrl, countUnitsSold))
  jobs.schedule(countSales, '7 * * * *')
  jobs.register(sweepMissed, () => deleteOldMissed(db))
  jobs.schedule(sweepMissed, '20 3 * * *')
}

/**
 * Counts the units that each product sold in 90 days, in paid orders that were neither cancelled
 * nor returned. Only what differs is written.
 */
export async function countUnitsSold(db: NodePgDatabase): Promise<void> {
  const { rows } = await db.execute<{ changed: boolean }>(sql`
    with counted as materialized (
      select line.product_id, least(sum(line.qty), 2147483647)::int as units
      from orders as o join order_lines as line on line.order_id = o.id
      where o.payment_state = 'paid' and o.paid_at > now() - interval '90 days'
        and o.state not in ('cancelled', 'returned')
      group by line.product_id
    ), gone as (
      delete from product_sales as s
      where not exists (select from counted where counted.product_id = s.product_id) returning 1
    ), written as (
      insert into product_sales (product_id, units) select product_id, units from counted
      on conflict (product_id) do update set units = excluded.units
      where product_sales.units <> excluded.units returning 1
    )
    select (select count(*) from gone) + (select count(*) from written) > 0 as changed`)
  if (rows[0]?.changed) await db.execute(sql`select pg_notify('catalog_changed', '')`)
}
