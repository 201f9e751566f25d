import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productSortColumns } from '#contract/catalog.ts'
import { couponSortColumns } from '#contract/coupons.ts'
import { orderSortColumns } from '#contract/orders.ts'
import { listProducts, productId, productSortKeys } from '../catalog/admin-catalog.queries.ts'
import { readProductFilter } from '../catalog/product-filter.ts'
import { couponId, couponSortKeys, listCoupons } from '../coupons/admin-coupons.queries.ts'
import { requestedOrder } from '../input/sort.ts'
import { listOrders, orderId, orderSortKeys } from '../orders/back-office/admin-orders.queries.ts'
import { readOrderFilter } from '../orders/back-office/read-order-filter.ts'
import { openAdministrator, type TestAdministrator } from './test-administrator.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
/** Every statement that goes through here is kept. */
let watched: NodePgDatabase
const statements: { text: string; values: unknown[] }[] = []

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  const logQuery = (text: string, values: unknown[]) => void statements.push({ text, values })
  watched = drizzle(shop.database.pool, { logger: { logQuery } })
  // The fill takes longer than a server's statement may.
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  await fill(drizzle(client))
  await client.end()
})
afterAll(() => shop.close())

const soldProduct = {
  id: '00000000000000000001',
  title: 'P1',
  category: 'C1',
  content: '',
  description: '',
  imageUrl: '',
  imagesUrl: [],
  is_enabled: 1,
  num: 1,
  origin_price: 1,
  price: 1,
  unit: '個',
}

/** 1,000 products, 1,000 coupons and 10,000 orders of two lines. */
async function fill(db: NodePgDatabase): Promise<void> {
  const id = sql`lpad(n::text, 20, '0')`
  await db.execute(sql`
    insert into products (id, title, category, content, description, image_url, images_url,
      is_enabled, origin_price, price, unit, extra)
    select ${id}, 'P' || n, 'C' || n % 7, '', '', '', '[]', n % 2 = 0, n % 91, n % 97, '個', '{}'
    from generate_series(1, 1000) as n`)
  await db.execute(sql`
    insert into coupons (id, title, code, percent, due_date, due_at, is_enabled, extra)
    select ${id}, 'T' || n % 53, 'code' || n, 1 + n % 100, 2000000000 + n % 59,
      to_timestamp(2000000000 + n % 59), n % 2 = 0, '{}'
    from generate_series(1, 1000) as n`)
  await db.execute(sql`
    insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
      user_extra, extra, payment_state, state, paid_at)
    select ${id}, 'm:' || n % 500, n % 997, 'M' || n % 101, 'N' || n % 89, 'a@b.example', '0912345678',
      'A', '{}', '{}', case when n % 2 = 0 then 'paid' else 'unpaid' end,
      case when n % 2 = 0 then 'paid' else 'placed' end,
      case when n % 2 = 0 then now() end
    from generate_series(1, 10000) as n`)
  // Tables beside a page's rows have rows, too.
  await db.execute(
    sql`insert into stock (product_id, on_hand, held) select id, 100, 0 from products`,
  )
  await db.execute(sql`
    insert into parcels (id, order_id, carrier, tracking_number)
    select id, id, 'own', '' from orders`)
  await db.execute(sql`
    insert into payments (id, order_id, provider, method, amount, status, reference)
    select id, id, 'manual', 'manual', total, 'succeeded', id from orders where total > 0`)
  await db.execute(sql`
    insert into refunds (id, order_id, payment_id, amount, reason, state)
    select id, id, id, 1, '', 'manual' from orders where total > 0`)
  await db.execute(sql`
    insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
    select ${id}, ${id} || k, lpad('1', 20, '0'), 1, 1, 1, ${JSON.stringify(soldProduct)}::jsonb
    from generate_series(1, 10000) as n, generate_series(1, 2) as k`)
  await db.execute(sql`
    insert into order_adjustments (order_id, position, kind, label, amount_hundredths)
    select id, 0, 'fee', '運費', 8000 from orders`)
  await db.execute(sql`analyze`)
}

interface Plan {
  'Node Type': string
  'Plan Rows': number
  'Relation Name'?: string
  Plans?: Plan[]
}

/** The steps that PostgreSQL takes for the statements which read a page; counting is another. */
async function stepsOf(work: () => Promise<unknown>): Promise<Plan[]> {
  statements.length = 0
  await work()
  const pages = statements.filter(({ text }) => !/count\(/.test(text))
  expect(pages).toHaveLength(1)
  const [page] = pages
  const { rows } = await shop.database.pool.query(
    `explain (format json) ${page?.text}`,
    page?.values,
  )
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]
  return flatten(rows[0]['QUERY PLAN'][0].Plan)
}

/** A shop without groups, and without products with options. */
const emptyTables = ['groups', 'campaigns', 'variants', 'credit_entries']

function expectIndexed(steps: Plan[]): void {
  const scans = steps.filter((step) => step['Node Type'] === 'Seq Scan')
  expect(scans.filter((step) => !emptyTables.includes(step['Relation Name'] ?? ''))).toEqual([])
  // Ten rows may be sorted, a whole table may not.
  const sorts = steps.filter((step) => step['Node Type'].includes('Sort'))
  expect(sorts.filter((step) => step['Plan Rows'] > 100)).toEqual([])
}

const directions = ['asc', 'desc'] as const
const page = { limit: 10, offset: 0 }
const allOrders = readOrderFilter({}, { seesPersons: true })

describe('the back office with 1,000 products, 1,000 coupons and 10,000 orders', () => {
  it.each(
    ['', ...productSortColumns].flatMap((sort) => directions.map((order) => ({ sort, order }))),
  )(
    'APRODUCT-26 a page of products by "$sort" $order is read from an index',
    async ({ sort, order }) => {
      const sorted = requestedOrder({
        query: { sort, order },
        columns: productSortKeys,
        id: productId,
      })
      const all = readProductFilter({})
      const read = () => listProducts(watched, all, { stockLowAt: 5, page: 1, order: sorted })
      expectIndexed(await stepsOf(read))
    },
  )

  it.each(
    ['', ...couponSortColumns].flatMap((sort) => directions.map((order) => ({ sort, order }))),
  )('a page of coupons by "$sort" $order is read from an index', async ({ sort, order }) => {
    const sorted = requestedOrder({
      query: { sort, order },
      columns: couponSortKeys,
      id: couponId,
    })
    expectIndexed(await stepsOf(() => listCoupons(watched, { order: sorted, ...page })))
  })

  it.each(
    ['', ...orderSortColumns].flatMap((sort) => directions.map((order) => ({ sort, order }))),
  )('a page of orders by "$sort" $order is read from an index', async ({ sort, order }) => {
    const sorted = requestedOrder({
      query: { sort, order },
      columns: orderSortKeys,
      id: orderId,
    })
    expectIndexed(await stepsOf(() => listOrders(watched, allOrders, { page: 1, order: sorted })))
  })

  it('the lines of a page’s orders alone are read, however far the page', async () => {
    const newestFirst = requestedOrder({ query: {}, columns: orderSortKeys, id: orderId })
    // Reads of this session; those of others and of jobs are not counted.
    const readsIn = async (tx: NodePgDatabase) => {
      const { rows } = await tx.execute<{ reads: number }>(sql`
        select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as reads
        from pg_stat_xact_user_tables where relname = 'order_lines'`)
      return rows[0]?.reads ?? 0
    }
    const { found, reads } = await shop.database.db.transaction(async (tx) => {
      const before = await readsIn(tx)
      const found = await listOrders(tx, allOrders, { order: newestFirst, page: 1_000 })
      return { found, reads: (await readsIn(tx)) - before }
    })
    expect(found.rows.map(({ lines }) => lines.length)).toEqual(Array<number>(10).fill(2))
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(100)
  })

  it.each([
    ['/admin/products', 100],
    ['/admin/coupons', 100],
    ['/admin/orders', 1_000],
  ])('APRODUCT-26 G1 %s has %i pages, the last one whole', async (path, pages) => {
    const { body } = await admin.get(`${path}?page=${pages}`)
    expect(body.pagination).toMatchObject({ total_pages: pages, has_next: false })
    expect(Object.values<unknown[]>(body).find(Array.isArray)).toHaveLength(10)
  })

  it('API-33 all 10,000 orders go in one call, each with its record, 500 in a transaction', async () => {
    expect((await admin.delete('/admin/orders/all')).status).toBe(200)
    const { rows } = await shop.database.db.execute(sql`
      select count(*)::int as recorded, count(distinct order_id)::int as orders,
        count(distinct order_events.xmin::text)::int as transactions,
        count(distinct deletion)::int as deletions,
        (select count(*)::int from orders where deleted_at is null) as live
      from order_events join orders on orders.id = order_id where kind = 'deleted'`)
    expect(rows).toEqual([
      { recorded: 10_000, orders: 10_000, transactions: 20, deletions: 1, live: 0 },
    ])
    const { rows: audited } = await shop.database.db.execute(
      sql`select after from audit_entries where action = 'order.archive_all'`,
    )
    expect(audited).toEqual([{ after: { listed: 10_000 } }])
  })

  it('all 10,000 orders of one deletion come back in one call, 500 in a transaction (TRASH-05)', async () => {
    const [entry] = (await admin.get('/admin/trash?kind=order')).body.entries
    const { body } = await admin.post('/admin/trash/restore', { deletion: entry.deletion })
    expect(body).toMatchObject({ success: true, message: '已還原 10000 筆資料' })
    const { rows } = await shop.database.db.execute(sql`
      select count(*)::int as recorded, count(distinct order_id)::int as orders,
        count(distinct xmin::text)::int as transactions,
        (select count(*)::int from orders where deleted_at is null) as live
      from order_events where kind = 'restored'`)
    expect(rows).toEqual([{ recorded: 10_000, orders: 10_000, transactions: 20, live: 10_000 }])
    const { rows: audited } = await shop.database.db.execute(
      sql`select subject_title as title, after from audit_entries where action = 'trash.restore'`,
    )
    expect(audited).toEqual([{ title: '10000 筆訂單', after: { restored: 10_000 } }])
  })
})
