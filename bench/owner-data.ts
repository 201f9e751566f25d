import { getTableName, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Transaction } from '../src/server/db/transaction.ts'
import { searchedTables } from '../src/server/searched-tables.ts'
import { dropIndexes, fillShop, type ShopSize } from './scale-data.ts'

const termsAtOnce = 5_000
const dayMs = 24 * 3_600_000
/** The longest range of a report holds them all. */
const orderDays = 365

/**
 * A shop as its owner sees it: orders of the last year by so many customers, with their payments,
 * refunds, coupons and books, and the terms by which the lists of the back office find them.
 */
export async function fillBackOffice(
  databaseUrl: string,
  size: Omit<ShopSize, 'placed'>,
): Promise<void> {
  const until = Date.now()
  const note = (text: string) => console.error(text)
  note(`filling ${size.products} products and ${size.orders} orders`)
  await fillShop(databaseUrl, { ...size, placed: { from: until - orderDays * dayMs, until } })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    note('payments, books, customers, coupons and stock')
    const restorePayments = await dropIndexes(client, ['payments', 'refunds'])
    for (const statement of [...money, ...restorePayments]) await client.query(statement)
    note('terms of the lists')
    const searched = searchedTables.map(({ table }) => getTableName(table))
    const restoreSearched = await dropIndexes(client, searched)
    await fillTerms(client)
    await client.query('vacuum full orders, products, customers')
    for (const statement of restoreSearched) await client.query(statement)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

async function fillTerms(client: pg.Client): Promise<void> {
  const db = drizzle(client)
  for (const { table, id, write } of searchedTables) {
    let after: string | undefined
    for (;;) {
      const { rows } = await db.execute<{ id: string }>(sql`
        select ${id} as id from ${table} where ${after === undefined ? sql`true` : sql`${id} > ${after}`}
        order by ${id} limit ${termsAtOnce}`)
      const ids = rows.map((row) => row.id)
      after = ids.at(-1)
      if (after === undefined) break
      await write(db as unknown as Transaction, ids)
    }
  }
}

// As the triggers and jobs of the shop would have written it, one statement for all.
const money = [
  `insert into payments (id, order_id, provider, method, amount, status, reference, created_at, state_since)
   select id, id, 'manual', payment_method, total, 'succeeded', '', paid_at, paid_at
   from orders where payment_state = 'paid'`,
  `insert into refunds (id, order_id, payment_id, amount, reason, state, done_at)
   select id, id, id, 10, '少一件', case num % 3 when 0 then 'failed' else 'done' end,
     case when num % 3 > 0 then paid_at + interval '2 days' end
   from orders where payment_state = 'paid' and num % 100 = 9`,
  `insert into book_entries (at, kind, order_id, amount)
   select created_at, 'captured', order_id, amount from payments
   union all select done_at, 'refunded', order_id, amount from refunds where state = 'done' order by 1`,
  `insert into customers (key, name, email, tel)
   select customer_key, max(contact_name), max(user_email), max(user_tel)
   from orders group by customer_key order by min(id)`,
  `insert into customer_tags (customer, tag)
   select num, (array['常客', '團主', '批發'])[1 + num % 3] from customers where num % 10 < 3`,
  `insert into coupons (id, title, code, percent, due_date, due_at, is_enabled, extra)
   select '-coupon-' || n, '折扣 ' || n, 'C' || n, 50 + n % 50, 1900000000, to_timestamp(1900000000), true, '{}'
   from generate_series(1, 100) as n`,
  `insert into coupon_uses (order_id, coupon_id, owner, discount, used_at, returned_at)
   select id, '-coupon-' || 1 + num % 100, owner, num % 90, created_at,
     case state when 'cancelled' then created_at end
   from orders where num % 4 = 0`,
  `insert into stock (product_id, on_hand, held)
   select id, case when num % 100 = 0 then num % 7 else 100 end, 0 from products where num % 10 = 0`,
]
