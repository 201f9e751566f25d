import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepExpired } from '../db/housekeeping.ts'
import { createLog } from '../log.ts'
import { openAdministrator, type TestAdministrator } from './test-administrator.ts'
import { testConfig } from './test-config.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

// `BULK_PRODUCTS` and `BULK_ORDERS` set the sizes: SAFE-18 names 100,000 and 1,000,000.
const isLong = process.env.TEST_LONG === '1'
const productCount = Number(process.env.BULK_PRODUCTS ?? (isLong ? 100_000 : 10_000))
const orderCount = Number(process.env.BULK_ORDERS ?? 5_000)

let shop: TestShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

/** One statement of an import: its own connection may take its time, the shop's may not. */
async function runUnlimited(statement: string, values: unknown[]): Promise<void> {
  const client = await shop.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query({ text: statement, values, query_timeout: 900_000 } as never)
    await client.query('commit')
  } finally {
    client.release()
  }
}

it(`lists, totals and sweeps work after ${productCount} products and ${orderCount} orders in one statement each, and no statement times out (SAFE-18)`, async () => {
  await runUnlimited(
    `insert into products (id, title, category, content, description, image_url, images_url,
       is_enabled, origin_price, price, unit, extra)
     select lpad(n::text, 20, '0'), 'P' || n, 'C' || n % 8, '', '', '', '[]', n % 2 = 0, n % 91,
       n % 97, '個', '{}' from generate_series(1, $1::int) as n`,
    [productCount],
  )
  await runUnlimited(
    `insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
       user_extra, extra)
     select lpad(n::text, 20, '0'), 'm:' || n % 500, n % 997, '', 'N' || n % 89, 'a@b.example',
       '0912345678', 'A', '{}', '{}' from generate_series(1, $1::int) as n`,
    [orderCount],
  )
  const pages: [path: string, pages: number][] = [
    ['/products', Math.ceil(productCount / 2 / 12)],
    ['/admin/products', Math.ceil(productCount / 10)],
    ['/admin/orders', Math.ceil(orderCount / 10)],
  ]
  for (const [path, last] of pages) {
    for (const page of [1, 2, Math.ceil(last / 2), last]) {
      const { status, body } = await admin.get(`${path}?page=${page}`)
      expect(status, `${path} ${page}`).toBe(200)
      expect(body.pagination, `${path} ${page}`).toMatchObject({ total_pages: last })
      expect(Object.values<unknown[]>(body).find(Array.isArray)?.length).toBeGreaterThan(0)
    }
  }
  const categories = (await shop.guest().get('/categories')).body.categories
  expect(categories.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(
    productCount / 2,
  )

  const warnings: unknown[] = []
  const log = createLog(testConfig())
  await sweepExpired(shop.database.db, {
    ...log,
    warn: (...said: unknown[]) => warnings.push(said),
  })
  expect(warnings).toEqual([])
})

/** Rows that PostgreSQL reads for one statement each, in a transaction that is taken back. */
async function rowsRead(rows: number): Promise<Record<string, number>> {
  const id = `lpad(n::text, 20, 'x')`
  const source = `from generate_series(1, ${rows}) as n`
  const statements = {
    'insert products': `insert into products (id, title, category, content, description, image_url,
      images_url, is_enabled, origin_price, price, unit, extra)
      select ${id}, 'P', 'C', '', '', '', '[]', true, 1, 1, '個', '{}' ${source}`,
    'update products': `update products set price = 2, title = 'Q' where id like 'x%'`,
    'insert orders': `insert into orders (id, owner, total, message, contact_name, user_email,
      user_tel, user_address, user_extra, extra)
      select ${id}, 'm:1', 1, '', 'N', 'a@b.example', '0912345678', 'A', '{}', '{}' ${source}`,
    'update orders': `update orders set state = 'cancelled', total = 2 where id like 'x%'`,
    'insert customers': `insert into customers (key) select 'm:' || ${id} ${source}`,
    'update customers': `update customers set name = 'N' where key like 'm:x%'`,
    'delete customers': `delete from customers where key like 'm:x%'`,
    'delete products': `delete from products where id like 'x%'`,
  }
  const client = await shop.database.pool.connect()
  try {
    await client.query('begin')
    const read = async () => {
      const { rows } =
        await client.query(`select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int
        as n from pg_stat_xact_user_tables`)
      return rows[0].n as number
    }
    const reads: Record<string, number> = {}
    for (const [name, statement] of Object.entries(statements)) {
      const before = await read()
      await client.query(statement)
      reads[name] = (await read()) - before
    }
    return reads
  } finally {
    await client.query('rollback')
    client.release()
  }
}

it('a statement over many products, orders or customers reads rows in proportion (MEND-04)', async () => {
  const few = await rowsRead(500)
  const many = await rowsRead(2000)
  for (const [name, reads] of Object.entries(many)) {
    const own = (few[name] ?? 0) + 100
    expect(reads, `${name}: ${few[name]} for 500`).toBeLessThan(6 * own)
  }
})
