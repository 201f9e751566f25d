import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdministrator } from './test-administrator.ts'
import { joinData, openCampaign } from './test-campaigns.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from './test-shop.ts'

let shop: TestShop
/** A connection that outlives those of the shop. */
let client: pg.Client

beforeAll(async () => {
  shop = await openTestShop()
  client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  await fill()
})
afterAll(async () => {
  await client.end()
  await shop.close()
})

/** Many rows in each table that a shopper's call looks into. */
async function fill(): Promise<void> {
  const id = `lpad(n::text, 20, '0')`
  const rows = 'generate_series(1, 5000) as n'
  await client.query(`
    insert into products (id, title, category, content, description, image_url, images_url,
      is_enabled, origin_price, price, unit, extra)
    select ${id}, 'P' || n, 'C' || n % 7, '', '', '', '[]', true, 100, 90, '個', '{}' from ${rows};
    insert into variants (id, product_id, position, option_values, title, price, origin_price,
      image_url, is_enabled)
    select ${id}, ${id}, 0, array['a'], 'a', 90, 100, '', true from ${rows} where n > 10;
    insert into stock (product_id, on_hand, held) select id, 100, 0 from products;
    insert into coupons (id, title, code, percent, due_date, due_at, is_enabled, extra)
    select ${id}, 'T', 'code' || n, 90, 2000000000, to_timestamp(2000000000), true, '{}' from ${rows};
    insert into customers (key, name) select 'm:' || n, 'N' from ${rows};
    insert into orders (id, owner, customer_key, total, message, contact_name, user_email, user_tel,
      user_address, user_extra, extra, payment_state, state, paid_at)
    select ${id}, 'm:' || n, 'm:' || n, 90, '', 'N', n || '@b.example', '0912345678', 'A', '{}', '{}',
      case when n % 2 = 0 then 'paid' else 'unpaid' end,
      case when n % 2 = 0 then 'paid' else 'placed' end, case when n % 2 = 0 then now() end
    from ${rows};
    insert into payments (id, order_id, provider, method, amount, status, reference)
    select id, id, 'manual', 'manual', total, 'succeeded', id from orders;
    insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
    select ${id}, ${id}, lpad('1', 20, '0'), 1, 90, 90, '{}' from ${rows};
    insert into carts (owner) select 'm:' || n from ${rows};
    insert into cart_lines (id, owner, product_id, qty)
    select ${id}, 'm:' || n, ${id}, 1 from ${rows};
    analyze`)
}

/** How many rows were read by going through a whole table, by table. */
async function rowsReadWhole(): Promise<Map<string, number>> {
  // A connection of the shop tells what it did when it ends; PostgreSQL's own workers are left alone.
  await client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
  const { rows } = await client.query<{ relname: string; read: number }>(
    `select relname, seq_tup_read::int as read from pg_stat_user_tables where n_live_tup > 1000`,
  )
  return new Map(rows.map(({ relname, read }) => [relname, read]))
}

const product_id = '1'.padStart(20, '0')

async function placeOrder(visitor: Visitor): Promise<string> {
  await visitor.post('/cart', { product_id, qty: 2 })
  const { body } = await visitor.get('/cart')
  await visitor.put(`/cart/${body.data.carts[0].id}`, { product_id, qty: 1 })
  await visitor.post('/coupon', { code: 'code7' })
  const made = await visitor.post('/order', orderData)
  expect(made.status).toBe(200)
  return made.body.orderId
}

async function buy(visitor: Visitor): Promise<void> {
  const left = await placeOrder(visitor)
  expect((await visitor.post(`/order/${left}/cancel`)).status).toBe(200)
  const id = await placeOrder(visitor)
  await visitor.get('/orders')
  await visitor.get(`/order/${id}`)
  expect((await visitor.post(`/pay/${id}`)).status).toBe(200)
}

async function joinAndLeave(visitor: Visitor): Promise<void> {
  const campaign = await openCampaign(shop)
  const joined = await visitor.post(
    `/group/${campaign.code}/participation`,
    joinData(campaign, [2]),
  )
  expect(joined.status).toBe(200)
  await visitor.get(`/group/${campaign.code}`)
  await visitor.get('/participations')
  const path = `/participation/${joined.body.participation.id}`
  const lines = [{ product_id: campaign.productIds[0], qty: 1 }]
  expect((await visitor.put(path, { lines })).status).toBe(200)
  expect((await visitor.delete(path)).status).toBe(200)
}

async function deliver(admin: Visitor, id: string): Promise<void> {
  await admin.put(`/admin/order/${id}`, { is_paid: true })
  await admin.get(`/admin/order/${id}`)
  const lines = Object.keys((await admin.get(`/admin/order/${id}`)).body.order.products)
  await admin.post(`/admin/order/${id}/prepare`)
  const sent = await admin.post(`/admin/order/${id}/parcel`, {
    carrier: 'tcat',
    tracking_number: '1',
    lines: lines.map((line) => ({ line_id: line, qty: 1 })),
  })
  expect(sent.status).toBe(200)
}

/** The tables that were gone through from end to end while this was done, with the rows read so. */
async function readWhole(work: () => Promise<unknown>): Promise<[string, number][]> {
  const before = await rowsReadWhole()
  await work()
  const after = await rowsReadWhole()
  return [...after].filter(([table, read]) => read > (before.get(table) ?? 0))
}

// A purchase would cost more with each one before it.
it('a shopper who buys, and one who joins a group and leaves it, read no table whole', async () => {
  expect(await readWhole(() => buy(shop.guest()))).toEqual([])
  const member = await shop.member()
  expect(await readWhole(() => buy(member))).toEqual([])
  expect(await readWhole(() => joinAndLeave(member))).toEqual([])
})

it('an order that is paid, prepared and sent reads no table whole', async () => {
  const admin = await openAdministrator(shop)
  const id = await placeOrder(shop.guest())
  expect(await readWhole(() => deliver(admin, id))).toEqual([])
})
