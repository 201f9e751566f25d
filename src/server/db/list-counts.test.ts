import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listProducts, productId } from '../catalog/admin-catalog.queries.ts'
import { listPublished } from '../catalog/catalog.queries.ts'
import { requestedOrder } from '../input/sort.ts'
import { listOrders, orderId, orderSortKeys } from '../orders/admin-orders.queries.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { connect, type Database } from './connect.ts'
import { countListed } from './list-counts.ts'

const seed = 20_261_121
let testDatabase: TestDatabase
let database: Database
let db: NodePgDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url, { poolSize: 12 })
  db = database.db
})
beforeEach(async () => {
  await db.execute(sql`truncate products, orders, coupons cascade`)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const categories = ['茶', '茶與咖啡', '器皿']

interface SqlRange {
  from: number
  to: number
}

async function insertProducts(to: Pick<NodePgDatabase, 'execute'>, ids: SqlRange): Promise<void> {
  await to.execute(sql`
    insert into products (id, title, category, content, description, image_url, images_url,
      is_enabled, origin_price, price, unit, extra)
    select lpad(n::text, 20, '0'), 'P' || n, (${sql.param(categories)}::text[])[1 + n % 3], '', '', '',
      '[]', n % 4 > 0, 1, 1, '個', '{}'
    from generate_series(${ids.from}::int, ${ids.to}::int) as n`)
}

async function insertOrders(ids: SqlRange): Promise<void> {
  await db.execute(sql`
    insert into orders (id, owner, total, message, user_name, user_email, user_tel, user_address,
      user_extra, extra)
    select lpad(n::text, 20, '0'), 'm:1', n % 7, '', 'N' || n % 5, '', '', '', '{}', '{}'
    from generate_series(${ids.from}::int, ${ids.to}::int) as n`)
}

class RolledBack extends Error {}

/** What the rows say, and what the counters say, at one moment. */
function bothCounts() {
  return db.transaction(
    async (tx) => {
      const { rows } = await tx.execute(sql`
        select (select count(*)::int from orders where deleted_at is null) as orders,
          (select count(*)::int from products where deleted_at is null) as products,
          (select count(*)::int from products where is_enabled and deleted_at is null) as published`)
      const counters = {
        orders: await countListed(tx, 'orders'),
        products: await countListed(tx, 'products'),
        published: await countListed(tx, 'products published'),
      }
      return { rows: rows[0], counters }
    },
    { isolationLevel: 'repeatable read' },
  )
}
async function expectExact(): Promise<void> {
  const { rows, counters } = await bothCounts()
  expect(counters).toEqual(rows)
}

describe('the counters of lists', () => {
  it('count inserts, updates, deletes, restores and truncation (SAFE-18)', async () => {
    await insertProducts(db, { from: 1, to: 100 })
    await insertOrders({ from: 1, to: 100 })
    await expectExact()
    await db.execute(sql`update products set is_enabled = not is_enabled where num % 3 = 0`)
    await db.execute(sql`update products set deleted_at = now() where num % 5 = 0`)
    await db.execute(sql`update orders set deleted_at = now() where num % 5 = 0`)
    await expectExact()
    await db.execute(sql`update products set deleted_at = null where num % 10 = 0`)
    await db.execute(sql`delete from products where num % 7 = 0`)
    await db.execute(sql`delete from orders where num % 7 = 0`)
    await expectExact()
    expect(await countListed(db, 'orders')).toBeGreaterThan(50)
    await db.execute(sql`truncate products, orders cascade`)
    await expectExact()
    expect(await countListed(db, 'products published')).toBe(0)
  })

  it(`stay exact at every moment while transactions commit and roll back (seed ${seed})`, async () => {
    let isWriting = true
    async function write(worker: number): Promise<void> {
      const random = fc.sample(fc.nat(), { seed: seed + worker, numRuns: 400 }).values()
      const step = () => random.next().value ?? 0
      for (let round = 0; round < 40; round++) {
        const from = 1_000 * worker + 10 * round
        await db
          .transaction(async (tx) => {
            await insertProducts(tx, { from, to: from + 9 })
            const id = String(from + (step() % 10)).padStart(20, '0')
            await tx.execute(sql`update products set is_enabled = not is_enabled where id = ${id}`)
            if (step() % 7 === 0) await tx.execute(sql`delete from products where id = ${id}`)
            if (step() % 4 === 0) throw new RolledBack()
          })
          .catch((error: unknown) => {
            if (!(error instanceof RolledBack)) throw error
          })
      }
    }
    let looks = 0
    async function look(): Promise<void> {
      while (isWriting) {
        await expectExact()
        looks++
      }
    }
    const looking = [look(), look()]
    try {
      await Promise.all([1, 2, 3, 4, 5].map(write))
    } finally {
      isWriting = false
    }
    await Promise.all(looking)
    expect(looks).toBeGreaterThan(5)
    await expectExact()
    // One row for each writer at once, not for each write.
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from list_counts where list = 'products'`,
    )
    expect(rows[0]?.n).toBeLessThanOrEqual(12)
  })

  it('do not make writers wait for each other', async () => {
    await insertOrders({ from: 1, to: 1 })
    await db.transaction(async (tx) => {
      await tx.execute(sql`update orders set deleted_at = now()`)
      // On another connection, while the transaction holds its counter row.
      await insertOrders({ from: 2, to: 2 })
      expect(await countListed(db, 'orders')).toBe(2)
    })
    expect(await countListed(db, 'orders')).toBe(1)
  })

  it('are made anew by recount_lists for a table that was filled with its triggers off', async () => {
    await db.execute(sql`alter table products disable trigger user`)
    await insertProducts(db, { from: 1, to: 100 })
    await db.execute(sql`alter table products enable trigger user`)
    expect(await countListed(db, 'products')).toBe(0)
    await db.execute(sql`select recount_lists()`)
    await expectExact()
  })
})

describe('a node of version 0.1.0 beside this schema', () => {
  it('reads its totals, its blocks and its changes, and folds nothing', async () => {
    await insertProducts(db, { from: 1, to: 30 })
    await insertOrders({ from: 1, to: 7 })
    const total = async (list: string, key: string) => {
      const { rows } = await db.execute<{ n: number | null }>(sql`
        select sum(n)::bigint as n from (select n from list_totals where list = ${list} and key = ${key}
          union all select n from list_changes where list = ${list} and key = ${key}) as parts`)
      return rows[0]?.n
    }
    expect(await total('orders', '')).toBe(7)
    expect(await total('products', '')).toBe(30)
    expect(await total('products on sale', '')).toBe(23)
    expect(await total('products by category', '茶')).toBe(10)
    expect(await total('products on sale by category', '茶')).toBe(8)
    expect(await total('coupons', '')).toBe(0)
    const { rows } = await db.execute(sql`
      select (select xmin::text from list_totals where list = 'orders' and key = '') as fold,
        (select json_agg(json_build_array(from_id, n) order by from_id)
          from list_blocks where list = 'orders' and key = '') as pieces,
        fold_list_changes(20000) as folded`)
    expect(rows).toEqual([{ fold: '7', pieces: [['', 7]], folded: 0 }])
  })
})

describe('deep pages', () => {
  const page = { limit: 10 }

  it(`G1 hold what reading the whole list finds (seed ${seed})`, async () => {
    // Thousands of products in one statement: the search index is left out of it.
    await db.execute(sql`alter table products disable trigger products_listed`)
    await insertProducts(db, { from: 1, to: 9_000 })
    await insertOrders({ from: 1, to: 9_000 })
    // With gaps.
    await db.execute(sql`update products set deleted_at = now() where num % 11 = 0`)
    await db.execute(sql`update orders set deleted_at = now() where num % 11 = 0`)
    await insertProducts(db, { from: 9_001, to: 9_500 })
    await insertOrders({ from: 9_001, to: 9_500 })
    async function ids(text: string): Promise<string[]> {
      const { rows } = await database.pool.query<{ id: string }>(text)
      return rows.map(({ id }) => id)
    }
    const live = 'deleted_at is null'
    const walkThrough = async () => ({
      sale: await ids(`select id from products where is_enabled and ${live} order by id desc`),
      tea: await ids(
        `select id from products where is_enabled and ${live} and category = '茶' order by id desc`,
      ),
      products: await ids(`select id from products where ${live} order by id desc`),
      newest: await ids(`select id from orders where ${live} order by id desc`),
      oldest: await ids(`select id from orders where ${live} order by id`),
      byName: await ids(`select id from orders where ${live} order by user_name, id`),
    })
    let walked = await walkThrough()
    const byId = requestedOrder({ query: {}, columns: {}, id: productId })
    const ordersBy = (query: { sort?: string; order?: 'asc' | 'desc' }) =>
      requestedOrder({ query, columns: orderSortKeys, id: orderId })
    const readers: Record<keyof typeof walked, (offset: number) => Promise<Page>> = {
      sale: async (offset) => listPublished(db, { category: '', offset, ...page }),
      tea: async (offset) => listPublished(db, { category: '茶', offset, ...page }),
      products: async (offset) => listProducts(db, { order: byId, offset, ...page }),
      newest: async (offset) => ofOrders({ order: ordersBy({}), offset }),
      oldest: async (offset) => ofOrders({ order: ordersBy({ sort: 'id', order: 'asc' }), offset }),
      byName: async (offset) =>
        ofOrders({ order: ordersBy({ sort: 'name', order: 'asc' }), offset }),
    }
    type Page = { rows: { id: string }[]; total: number }
    async function ofOrders(plan: Pick<Parameters<typeof listOrders>[1], 'order' | 'offset'>) {
      const { rows, total } = await listOrders(db, { ...plan, ...page })
      return { rows: rows.map(({ order }) => order), total }
    }
    async function check(name: keyof typeof walked, offset: number): Promise<void> {
      const found = await readers[name](offset)
      const expected = walked[name].slice(offset, offset + 10)
      expect({ ids: found.rows.map(({ id }) => id), total: found.total }).toEqual({
        ids: expected,
        total: walked[name].length,
      })
    }
    const names = Object.keys(walked) as (keyof typeof walked)[]
    const anyPage = fc.asyncProperty(fc.constantFrom(...names), fc.nat(9_600), check)
    await fc.assert(anyPage, { seed, numRuns: 150 })
    // Some changes, among them an id before all others.
    await db.execute(sql`update products set deleted_at = now() where num % 301 = 0`)
    await db.execute(sql`update orders set deleted_at = now() where num % 301 = 0`)
    await insertProducts(db, { from: 9_501, to: 9_540 })
    await insertOrders({ from: 9_501, to: 9_540 })
    await insertProducts(db, { from: 0, to: 0 })
    walked = await walkThrough()
    await fc.assert(anyPage, { seed: seed + 2, numRuns: 150 })
    for (const name of names) {
      for (const offset of [0, 1_000, 1_001, walked[name].length - 1, walked[name].length, 1e9]) {
        await check(name, offset)
      }
    }
  })
})
