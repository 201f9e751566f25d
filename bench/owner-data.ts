import pg from 'pg'
import { dropIndexes, fillShop, type ShopSize } from './scale-data.ts'

const keysAtOnce = 5_000
const dayMs = 24 * 3_600_000
/** The longest range of a report holds them all. */
const orderDays = 365

/**
 * A shop as its owner sees it: orders of the last year by so many customers, with their payments,
 * refunds, coupons and books, and the keys by which the lists of the back office find them.
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
    note('keys of the lists')
    await client.query('analyze payments, refunds')
    const restoreKeys = await dropIndexes(client, ['order_keys', 'product_keys'])
    await fillKeys(client)
    for (const statement of restoreKeys) await client.query(statement)
    await client.query('select recount_lists()')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

async function fillKeys(client: pg.Client): Promise<void> {
  for (const [table, insert] of Object.entries(insertKeys)) {
    let after = ''
    for (;;) {
      const { rows } = await client.query<{ id: string }>(
        `select id from ${table} where id > $1 order by id limit ${keysAtOnce}`,
        [after],
      )
      const last = rows.at(-1)
      if (!last) break
      await client.query(insert, [rows.map(({ id }) => id)])
      after = last.id
    }
  }
  await client.query('delete from list_key_backfills')
}

const insertKeys = {
  orders: 'insert into order_keys select * from order_keys_of($1::text[])',
  products: `
    insert into product_keys
    select id, deleted_at, title, folded, category, is_enabled, origin_price, price,
      product_terms(id, num, folded), exists (select from stock where product_id = p.id)
    from (select *, list_fold(title) as folded from products where id = any($1::text[]) offset 0) as p`,
}

// As the triggers and jobs of the shop would have written it, one statement for all.
const money = [
  `insert into payments (id, order_id, provider, method, amount, status, reference, created_at, state_since)
   select id, id, 'manual', payment_method, total, 'succeeded', '', paid_at, paid_at
   from orders where state = 'paid'`,
  `insert into refunds (id, order_id, payment_id, amount, reason, state, done_at)
   select id, id, id, 10, '少一件', case num % 3 when 0 then 'failed' else 'done' end,
     case when num % 3 > 0 then paid_at + interval '2 days' end
   from orders where state = 'paid' and num % 100 = 9`,
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
     case order_state when 'cancelled' then created_at end
   from orders where num % 4 = 0`,
  `insert into stock (product_id, on_hand, held)
   select id, case when num % 100 = 0 then num % 7 else 100 end, 0 from products where num % 10 = 0`,
]
