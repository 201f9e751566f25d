import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { withLongStatements } from '../db/connect.ts'
import type { Transaction } from '../db/transaction.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { deleteOldMissed } from './missed-searches.ts'

const countSales = defineJob({ name: 'search.count-sales', timeoutSeconds: 3_600 })
const sweepMissed = defineJob({ name: 'search.sweep-missed' })

export function registerSearchJobs(jobs: Jobs, db: NodePgDatabase, databaseUrl: string): void {
  jobs.register(countSales, () => withLongStatements(databaseUrl, countUnitsSold))
  jobs.schedule(countSales, '7 * * * *')
  jobs.register(sweepMissed, () => deleteOldMissed(db))
  jobs.schedule(sweepMissed, '20 3 * * *')
}

/**
 * Counts the units that each product sold in 90 days, in paid orders that were neither cancelled
 * nor returned, and gives them to the lists. Only what differs is written.
 */
export async function countUnitsSold(db: NodePgDatabase): Promise<void> {
  await transaction(db, saveUnits)
  let changed = 0
  for (let after = ''; ; ) {
    const step = await transaction(db, (tx) => listUnits(tx, after))
    changed += step.changed
    if (step.last === null) break
    after = step.last
  }
  if (changed > 0) await db.execute(sql`select pg_notify('catalog_changed', '')`)
}

/**
 * Listings in one transaction: a checkout that sells one of them out waits for it. A trigger updates
 * the search document of each, about 0.4 ms.
 */
const stepListings = 100

async function listUnits(tx: Transaction, after: string) {
  const { rows } = await tx.execute<{ last: string | null; changed: number }>(sql`
    with counted as (
      select l.product_id, coalesce(s.units, 0) as units
      from product_listings as l
      left join product_sales as s on s.product_id = l.product_id and s.product_id > ${after}
      where l.product_id > ${after} and l.units_sold <> coalesce(s.units, 0)
      order by l.product_id limit ${stepListings} for update of l
    ), written as (
      update product_listings as l set units_sold = counted.units
      from counted where l.product_id = counted.product_id
    )
    select max(product_id) as last, count(*)::int as changed from counted`)
  return rows[0] ?? { last: null, changed: 0 }
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
