import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { advisoryLocks } from '../db/advisory-locks.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { writeCustomerTerms } from './customer-terms.ts'

/** Changed orders in one transaction. */
const batchSize = 1_000
/** A reader does not wait for a backlog that is longer: the job works it off. */
const readerBatches = 3

const refresh = defineJob({ name: 'customers.refresh', timeoutSeconds: 10 * 60 })

/** Every minute, so that readers find little to do; a reader does the rest itself. */
export function registerCustomers(jobs: Jobs, db: NodePgDatabase): void {
  jobs.register(refresh, (_, { signal }) => refreshCustomers(db, { signal }))
  jobs.schedule(refresh, '* * * * *')
}

/** Before a read: customers are as their orders were a moment ago. */
export function refreshForReader(db: NodePgDatabase): Promise<void> {
  return refreshCustomers(db, { batches: readerBatches })
}

/** In a transaction that has to know all of it. */
export async function refreshAll(tx: Db): Promise<void> {
  while ((await refreshBatch(tx)) === batchSize);
}

async function refreshCustomers(
  db: NodePgDatabase,
  { batches = Number.POSITIVE_INFINITY, signal }: { batches?: number; signal?: AbortSignal },
): Promise<void> {
  for (let batch = 0; batch < batches && !signal?.aborted; batch++) {
    const { rows } = await db.execute(sql`select from customer_changes limit 1`)
    if (rows.length === 0) return
    if ((await transaction(db, refreshBatch)) < batchSize) return
  }
}

/**
 * Takes what each changed order adds by now in place of what it added before. The lock lets one
 * refresh at a time read the orders: an older reading never replaces a newer one. Returns how many
 * changes it took.
 */
async function refreshBatch(tx: Db): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.customers})`)
  const taken = await tx.execute<{ order_id: string }>(
    sql`delete from customer_changes where id in (
      select id from customer_changes order by id limit ${batchSize}) returning order_id`,
  )
  const ids = sql.param([...new Set(taken.rows.map((row) => row.order_id))])
  await renameCustomers(tx, sql`${ids}::text[]`)
  await insertNewCustomers(tx, sql`${ids}::text[]`)
  const left = await listLeft(tx, sql`${ids}::text[]`)
  const { rows } = await tx.execute<{ customer: string }>(sql`
    with before as (
      select order_id, customer, counts, spent from customer_orders where order_id = any(${ids}::text[])
    ), now as (
      select orders.id as order_id, customers.num as customer, order_state <> 'cancelled' as counts,
        (select coalesce(sum(coalesce(captured_amount, amount)), 0) from payments
          where payments.order_id = orders.id and status = 'succeeded')
        - (select coalesce(sum(refunds.amount), 0) from refunds
          join payments on payments.id = refunds.payment_id and payments.status = 'succeeded'
          where refunds.order_id = orders.id and refunds.state = 'done') as spent
      from orders join customers on customers.key = customer_key(owner, user_email)
      where id = any(${ids}::text[])
    ), removed as (
      delete from customer_orders where order_id in (
        select order_id from before except select order_id from now)
    ), kept as (
      insert into customer_orders (order_id, customer, counts, spent) select * from now
      on conflict (order_id) do update set customer = excluded.customer, counts = excluded.counts,
        spent = excluded.spent
    ), change as (
      select customer, sum(orders) as orders, sum(spent) as spent from (
        select customer, counts::int as orders, spent from now
        union all select customer, -counts::int, -spent from before) as parts
      group by customer
    )
    update customers set orders = customers.orders + change.orders,
      spent = customers.spent + change.spent
    from change where num = change.customer returning num as customer`)
  if (left.length > 0) await giveKnowledge(tx, left)
  await readContacts(
    tx,
    rows.map(({ customer }) => customer),
  )
  return taken.rows.length
}

/**
 * A guest whose address was corrected in all orders is the same customer, with number, notes and tags,
 * unless the new address is another customer's.
 */
async function renameCustomers(tx: Db, ids: ReturnType<typeof sql>): Promise<void> {
  const key = sql`customer_key(orders.owner, orders.user_email)`
  await tx.execute(sql`
    update customers set key = renamed.key from (
      select distinct on (key) num, key from (
        select distinct on (customers.num) customers.num, customers.key as known, ${key} as key
        from customer_orders
        join customers on customers.num = customer_orders.customer
        join orders on orders.id = customer_orders.order_id
        where order_id = any(${ids}) and ${key} <> customers.key
        order by customers.num, order_id) as moved
      where not exists (select from customers where customers.key = moved.key)
        and not exists (
          select from customer_orders join orders on orders.id = customer_orders.order_id
          where customer_orders.customer = moved.num and ${key} = moved.known)
        and not exists (select from orders where id = any(${ids}) and ${key} = moved.known)
      order by key, num) as renamed
    where customers.num = renamed.num`)
}

/** From which customer an order goes to which other. */
interface Left extends Record<string, unknown> {
  customer: string
  next: string
}

async function listLeft(tx: Db, ids: ReturnType<typeof sql>): Promise<Left[]> {
  const { rows } = await tx.execute<Left>(sql`
    select distinct on (customer) customer, customers.num as next from customer_orders
    join orders on orders.id = order_id
    join customers on customers.key = customer_key(owner, user_email)
    where order_id = any(${ids}) and customers.num <> customer
    order by customer, order_id`)
  return rows
}

/** The notes and tags of a customer without orders go to where the orders went. */
async function giveKnowledge(tx: Db, left: readonly Left[]): Promise<void> {
  const emptied = sql`(
    select customer as former, next from unnest(
      ${sql.param(left.map(({ customer }) => customer))}::bigint[],
      ${sql.param(left.map(({ next }) => next))}::bigint[]) as pair (customer, next)
    where not exists (
      select from customer_orders where customer_orders.customer = pair.customer)) as emptied`
  await tx.execute(sql`
    insert into customer_tags (customer, tag)
    select next, tag from ${emptied} join customer_tags on customer = former
    on conflict do nothing`)
  await tx.execute(sql`
    update customer_notes set customer = next from ${emptied} where customer = former`)
}

/** Not by "on conflict": a number is used for a customer alone. */
async function insertNewCustomers(tx: Db, ids: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`
    insert into customers (key)
    select key from (
      select customer_key(owner, user_email) as key, min(id) as first from orders
      where id = any(${ids}) group by 1) as ordered
    where key is not null and not exists (select from customers where customers.key = ordered.key)
    order by first`)
}

async function readContacts(tx: Db, touched: string[]): Promise<void> {
  const nums = sql`${sql.param(touched)}::bigint[]`
  await tx.execute(sql`
    update customers set name = latest.contact_name, email = latest.user_email,
      tel = latest.user_tel, last_order_at = latest.created_at, first_order_at = first.created_at
    from unnest(${nums}) as touched (num)
    cross join lateral (
      select contact_name, user_email, user_tel, created_at from orders where id = (
        select order_id from customer_orders where customer = touched.num
        order by order_id desc limit 1)) as latest
    cross join lateral (
      select created_at from orders where id = (
        select order_id from customer_orders where customer = touched.num
        order by order_id limit 1)) as first
    where customers.num = touched.num`)
  await writeCustomerTerms(tx, touched)
  await tx.execute(sql`
    delete from customers where num = any(${nums}) and not exists (
      select from customer_orders where customer = customers.num)`)
}
