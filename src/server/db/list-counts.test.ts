import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listProducts, productId } from '../catalog/admin-catalog.queries.ts'
import { listOnSale } from '../catalog/catalog.queries.ts'
import { requestedOrder } from '../input/sort.ts'
import { listOrders, orderId, orderSortKeys } from '../orders/admin-orders.queries.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { connect, type Database } from './connect.ts'
import { type CountedList, countListed, countMatchingKeys, foldListChanges } from './list-counts.ts'

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
const onSale: CountedList = { list: 'products on sale', key: '' }
const lists: CountedList[] = [
  { list: 'products', key: '' },
  onSale,
  ...categories.flatMap((key) => [
    { list: 'products by category', key } as const,
    { list: 'products on sale by category', key } as const,
  ]),
]

async function insertProducts(to: Pick<NodePgDatabase, 'execute'>, ids: SqlRange): Promise<void> {
  await to.execute(sql`
    insert into products (id, title, category, content, description, image_url, images_url,
      is_enabled, origin_price, price, unit, extra)
    select lpad(n::text, 20, '0'), 'P' || n, (${sql.param(categories)}::text[])[1 + n % 3], '', '', '',
      '[]', n % 4 > 0, 1, 1, '個', '{}'
    from generate_series(${ids.from}::int, ${ids.to}::int) as n`)
}
class GivenUp extends Error {}

interface SqlRange {
  from: number
  to: number
}

async function insertOrders(ids: SqlRange): Promise<void> {
  await db.execute(sql`
    insert into orders (id, owner, total, message, user_name, user_email, user_tel, user_address,
      user_extra, extra)
    select lpad(n::text, 20, '0'), 'm:1', n % 7, '', 'N' || n % 5, '', '', '', '{}', '{}'
    from generate_series(${ids.from}::int, ${ids.to}::int) as n`)
}

/** What counting says, and what the kept numbers say, of one moment. */
async function bothCounts(to: NodePgDatabase) {
  return to.transaction(
    async (tx) => {
      const { rows } = await tx.execute<{ list: string; key: string; n: number }>(sql`
        select list, key, count(*)::int as n from listed_entries group by list, key`)
      const counted = new Map(rows.map((row) => [`${row.list}/${row.key}`, row.n]))
      const kept = new Map<string, number>()
      for (const each of lists) kept.set(`${each.list}/${each.key}`, await countListed(tx, each))
      return {
        kept: [...kept],
        counted: [...kept.keys()].map((name) => [name, counted.get(name) ?? 0]),
      }
    },
    { isolationLevel: 'repeatable read' },
  )
}

describe('the kept lengths of lists', () => {
  it('are exact at every moment while many write, roll back and fold', async () => {
    const random = fc.sample(fc.nat(), { numRuns: 400, seed })
    let next = 0
    const step = () => random[next++ % random.length] ?? 0
    let isWriting = true

    async function write(worker: number): Promise<void> {
      for (let round = 0; round < 40; round++) {
        const id = String(worker * 1_000 + (step() % 50)).padStart(20, '0')
        await db
          .transaction(async (tx) => {
            const from = worker * 1_000 + 100 + round
            await insertProducts(tx, { from, to: from })
            if (step() % 3 === 0) {
              await tx.execute(
                sql`update products set is_enabled = not is_enabled where id = ${id}`,
              )
            }
            const category = categories[step() % 3]
            await tx.execute(sql`update products set category = ${category} where id = ${id}`)
            if (step() % 5 === 0) {
              await tx.execute(sql`
                update products set deleted_at = case when deleted_at is null then now() end
                where id = ${id}`)
            }
            if (step() % 7 === 0) await tx.execute(sql`delete from products where id = ${id}`)
            if (step() % 4 === 0) throw new GivenUp()
          })
          .catch((error: unknown) => {
            if (!(error instanceof GivenUp)) throw error
          })
      }
    }
    for (const worker of [1, 2, 3, 4, 5]) {
      await insertProducts(db, { from: worker * 1_000, to: worker * 1_000 + 50 })
    }
    async function fold(): Promise<void> {
      while (isWriting) await foldListChanges(db)
    }
    let looks = 0
    async function look(): Promise<void> {
      while (isWriting) {
        const { kept, counted } = await bothCounts(db)
        expect(kept).toEqual(counted)
        looks++
      }
    }
    const others = [fold(), fold(), look(), look()]
    try {
      await Promise.all([1, 2, 3, 4, 5].map(write))
    } finally {
      isWriting = false
    }
    await Promise.all(others)
    expect(looks).toBeGreaterThan(5)
    await foldListChanges(db)
    const { rows } = await db.execute(sql`select count(*)::int as n from list_changes`)
    expect(rows).toEqual([{ n: 0 }])
    const { kept, counted } = await bothCounts(db)
    expect(kept).toEqual(counted)
  })

  it('survive a truncated table, and a database that was filled with its triggers off', async () => {
    await insertProducts(db, { from: 1, to: 100 })
    await foldListChanges(db)
    await db.execute(sql`truncate products cascade`)
    expect(await countListed(db, onSale)).toBe(0)
    await db.execute(sql`alter table products disable trigger user`)
    await insertProducts(db, { from: 1, to: 100 })
    await db.execute(sql`alter table products enable trigger user`)
    expect(await countListed(db, onSale)).toBe(0)
    await db.execute(sql`select rebuild_list_counts()`)
    const { kept, counted } = await bothCounts(db)
    expect(kept).toEqual(counted)
  })

  it('forget what is folded to nothing, and take what comes before all blocks', async () => {
    await insertProducts(db, { from: 9_000, to: 12_000 })
    await foldListChanges(db)
    await db.execute(sql`update products set deleted_at = now()`)
    await foldListChanges(db)
    const { rows } = await db.execute(sql`
      select (select count(*)::int from list_totals) as totals,
        (select count(*)::int from list_blocks) as blocks`)
    expect(rows).toEqual([{ totals: 0, blocks: 0 }])
    await insertProducts(db, { from: 1, to: 8 })
    expect(await countListed(db, onSale)).toBe(6)
  })

  it('G1 find categories by a part of their name, whatever signs it holds', async () => {
    await insertProducts(db, { from: 1, to: 30 })
    const found = (part: string) => countMatchingKeys(db, 'products by category', part)
    expect(await found('茶')).toEqual([
      { key: '茶', n: 10 },
      { key: '茶與咖啡', n: 10 },
    ])
    await foldListChanges(db)
    expect(await found('咖')).toEqual([{ key: '茶與咖啡', n: 10 }])
    for (const part of ['%', '_', '\\', '%%', "'"]) expect(await found(part)).toEqual([])
  })
})

describe('deep pages', () => {
  const page = { limit: 10 }

  it(`G1 hold what walking to them finds, folded or not (seed ${seed})`, async () => {
    await insertProducts(db, { from: 1, to: 9_000 })
    await insertOrders({ from: 1, to: 9_000 })
    await foldListChanges(db)
    // Cut into blocks, with gaps and with changes that wait to be folded.
    await db.execute(sql`update products set deleted_at = now() where num % 11 = 0`)
    await db.execute(sql`update orders set deleted_at = now() where num % 11 = 0`)
    await insertProducts(db, { from: 9_001, to: 9_500 })
    await insertOrders({ from: 9_001, to: 9_500 })
    const { rows: cut } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from list_blocks where list = 'orders'`,
    )
    expect(cut[0]?.n).toBeGreaterThan(5)

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
      teas: await ids(`select id from products where ${live} and category ~ '茶' order by id desc`),
      vessels: await ids(
        `select id from products where ${live} and category = '器皿' order by id desc`,
      ),
      newest: await ids(`select id from orders where ${live} order by id desc`),
      oldest: await ids(`select id from orders where ${live} order by id`),
      byName: await ids(`select id from orders where ${live} order by user_name, id`),
    })
    let walked = await walkThrough()
    const byId = requestedOrder({ query: {}, columns: {}, id: productId })
    const ordersBy = (query: { sort?: string; order?: 'asc' | 'desc' }) =>
      requestedOrder({ query, columns: orderSortKeys, id: orderId })
    const readers: Record<keyof typeof walked, (offset: number) => Promise<Page>> = {
      sale: async (offset) => listOnSale(db, { category: '', offset, ...page }),
      tea: async (offset) => listOnSale(db, { category: '茶', offset, ...page }),
      teas: async (offset) => listProducts(db, { category: '茶', order: byId, offset, ...page }),
      vessels: async (offset) => listProducts(db, { category: '皿', order: byId, offset, ...page }),
      newest: async (offset) => ofOrders({ order: ordersBy({}), offset }),
      oldest: async (offset) => ofOrders({ order: ordersBy({ sort: 'id', order: 'asc' }), offset }),
      byName: async (offset) =>
        ofOrders({ order: ordersBy({ sort: 'name', order: 'asc' }), offset }),
    }
    type Page = { rows: { id: string }[]; total: number }
    async function ofOrders(asked: Pick<Parameters<typeof listOrders>[1], 'order' | 'offset'>) {
      const { rows, total } = await listOrders(db, { ...asked, ...page })
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
    await foldListChanges(db)
    await fc.assert(anyPage, { seed: seed + 1, numRuns: 150 })
    // A few changes, among them one before all blocks.
    await db.execute(sql`update products set deleted_at = now() where num % 301 = 0`)
    await db.execute(sql`update orders set deleted_at = now() where num % 301 = 0`)
    await insertProducts(db, { from: 9_501, to: 9_540 })
    await insertOrders({ from: 9_501, to: 9_540 })
    await insertProducts(db, { from: 0, to: 0 })
    walked = await walkThrough()
    await fc.assert(anyPage, { seed: seed + 2, numRuns: 300 })
    for (const name of names) {
      for (const offset of [0, 1_000, 1_001, walked[name].length - 1, walked[name].length, 1e9]) {
        await check(name, offset)
      }
    }
  })
})
