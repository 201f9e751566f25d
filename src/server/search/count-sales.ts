import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Transaction } from '../db/transaction.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { deleteOldMissed } from './missed-searches.ts'

const countSales = defineJob({ name: 'search.count-sales', timeoutSeconds: 300, pollSeconds: 30 })
const sweepMissed = defineJob({ name: 'search.sweep-missed', pollSeconds: 30 })

export function registerSearchJobs(jobs: Jobs, db: NodePgDatabase): void {
  jobs.register(countSales, () => countUnitsSold(db))
  jobs.schedule(countSales, '7 * * * *')
  jobs.register(sweepMissed, () => deleteOldMissed(db))
  jobs.schedule(sweepMissed, '20 3 * * *')
}

/**
 * Counts the units that each product sold in 90 days, in paid orders that were neither cancelled
 * nor returned, and gives them to the lists. Only what differs is written.
 */
export async function countUnitsSold(db: NodePgDatabase): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = '4min'`)
    await saveUnits(tx)
    const { rowCount } = await tx.execute(sql`
      update product_listings as l set units_sold = counted.units
      from (
        select l.product_id, coalesce(s.units, 0) as units
        from product_listings as l left join product_sales as s on s.product_id = l.product_id
        where l.units_sold <> coalesce(s.units, 0)
        order by l.product_id for update of l
      ) as counted
      where l.product_id = counted.product_id`)
    if (rowCount) await tx.execute(sql`select pg_notify('catalog_changed', '')`)
  })
}

async function saveUnits(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with counted as materialized (
      select line.product_id, least(sum(line.qty), 2147483647)::int as units
      from orders as o join order_lines as line on line.order_id = o.id
      where o.state = 'paid' and o.paid_at > now() - interval '90 days'
        and o.order_state not in ('cancelled', 'returned')
      group by line.product_id
    ), gone as (
      delete from product_sales as s
      where not exists (select from counted where counted.product_id = s.product_id)
    )
    insert into product_sales (product_id, units) select product_id, units from counted
    on conflict (product_id) do update set units = excluded.units
    where product_sales.units <> excluded.units`)
}
