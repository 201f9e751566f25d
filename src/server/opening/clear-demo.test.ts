import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { loadDemoCampaigns } from '../campaigns/demo-campaigns.ts'
import { listDemoPictures, loadDemoShop } from '../catalog/demo-shop.ts'
import { examine, nightlyChecks } from '../doctor/doctor.ts'
import { workRun } from '../runs/work-run.ts'
import { createTestHasher } from '../testing/doubles/test-hasher.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { createPictureStore } from '../uploads/picture-store.ts'

const quiet = () => {}
const shopName = 'MinMin 團購'

async function openDemoShop(): Promise<{ shop: TestShop; owner: TestAdministrator }> {
  const shop = await openTestShop()
  await loadDemo(shop)
  return { shop, owner: await openAdministrator(shop) }
}

async function loadDemo(shop: TestShop): Promise<void> {
  const { db, jobs, providers, subscribers } = shop.payments
  const { config } = shop
  await loadDemoShop(db, createPictureStore(config), quiet)
  const deps = { config, db, jobs, subscribers, paymentProviders: providers }
  await loadDemoCampaigns({ ...deps, hasher: createTestHasher() }, quiet)
}

const work = (shop: TestShop, id: string) =>
  workRun(shop.runs, id, { signal: new AbortController().signal, isLast: false })

async function clear(shop: TestShop, owner: TestAdministrator) {
  const { status, body } = await owner.post('/admin/demo/clear', { name: shopName })
  expect([status, body.message]).toEqual([200, undefined])
  await work(shop, body.run.id)
  return (await owner.get(`/admin/run/${body.run.id}`)).body.run
}

/** The tables that have rows, and how many. */
async function filledTables(shop: TestShop): Promise<Record<string, number>> {
  const { pool } = shop.database
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  const filled: Record<string, number> = {}
  for (const { name } of rows) {
    const counted = await pool.query<{ n: number }>(`select count(*)::int as n from "${name}"`)
    if (counted.rows[0]?.n) filled[name] = counted.rows[0].n
  }
  return filled
}

describe('an untouched demo', () => {
  let shop: TestShop
  let owner: TestAdministrator
  let before: Record<string, number>
  beforeAll(async () => {
    shop = await openTestShop()
    before = await filledTables(shop)
    await loadDemo(shop)
    owner = await openAdministrator(shop)
  })
  afterAll(() => shop.close())

  it('is told whole before it goes, to the staff who see the settings (DOOR-12)', async () => {
    const { body } = await owner.get('/admin/demo')
    expect(body).toMatchObject({ state: 'loaded', has_orders: false })
    const counts = Object.fromEntries(
      body.goes.map(({ what, n }: { what: string; n: number }) => [what, n]),
    )
    expect(counts).toMatchObject({ 示範優惠券: 3, 示範公告: 3, 示範會員: 9, 示範會員的訂單: 12 })
    expect(counts.示範商品).toBeGreaterThan(20)
    expect(body.campaigns).toHaveLength(3)
    expect(body.stays).toEqual([{ what: '成員帳號', n: 1 }])
    expect((await (await openStaff(shop, 'packer')).get('/admin/demo')).status).toBe(403)
  })

  it('goes for the owner who types the name of the shop, and for nobody else (DOOR-12)', async () => {
    const wrong = await owner.post('/admin/demo/clear', { name: 'MinMin' })
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      { name: `請輸入商店名稱「${shopName}」` },
    ])
    const manager = await openStaff(shop, 'manager')
    expect((await manager.post('/admin/demo/clear', { name: shopName })).status).toBe(403)
    await shop.database.pool.query(
      `update admin_sessions set confirmed_at = now() - interval '16 minutes' where uid = $1`,
      [owner.uid],
    )
    const late = await owner.post('/admin/demo/clear', { name: shopName })
    expect(late.body.message).toBe('請再次確認身分')
    await shop.database.pool.query('update admin_sessions set confirmed_at = now()')
  })

  it('leaves an empty shop: books of nothing, no picture, no customer, no mail, and clean checks (DOOR-12)', async () => {
    // Traces that staff and visitors have left on the demo.
    const { products } = (await shop.guest().get('/products')).body
    const [product] = products
    await owner.put(`/admin/stock/${product.id}`, { on_hand: 5, reason: 'received' })
    const { variants } = products.find((demo: Product) => demo.variants)
    const { id: variant } = variants.at(-1)
    await owner.put(`/admin/stock/${variant}`, { on_hand: 5, reason: 'received' })
    const guest = shop.guest()
    await guest.post('/cart', { product_id: product.id, qty: 1 })
    await guest.post('/cart', { product_id: variants[0].id, variant_id: variant, qty: 1 })
    await guest.post('/coupon', { code: 'frost' })
    await owner.delete(`/admin/product/${product.id}`)
    await owner.put('/admin/settings/shipping', { version: 0, values: { fee: 80, free_over: 900 } })

    const run = await clear(shop, owner)
    expect(run).toMatchObject({ state: 'done', failed: 0 })
    expect(run.done).toBe(run.total)

    const filled = await filledTables(shop)
    const ofTheStaff = ['administrators', 'admin_sessions', 'administrator_networks']
    const kept = ['settings', 'audit_entries', 'runs', 'order_days', 'demo_shop', 'carts']
    const counts = ['rate_limit_counts']
    for (const table of [...Object.keys(before), ...ofTheStaff, ...kept, ...counts])
      delete filled[table]
    expect(filled).toEqual({})
    const cart = (await guest.get('/cart')).body.data
    expect([cart.carts, cart.final_total]).toEqual([[], 0])
    expect((await owner.get('/admin/settings')).body.settings.shipping.values.fee).toBe(80)
    expect(await readdir(join(shop.config.dataDir, 'uploads'))).toEqual([])

    const answers = await Promise.all(
      ['/products', '/products/all', '/articles', '/campaigns'].map((path) =>
        shop.guest().get(path),
      ),
    )
    for (const { body } of answers) {
      expect([
        ...(body.products ?? []),
        ...(body.articles ?? []),
        ...(body.campaigns ?? []),
      ]).toEqual([])
    }
    expect((await owner.get('/admin/customers')).body.customers).toEqual([])
    expect((await owner.get('/admin/trash')).body.entries).toEqual([])
    const results = await examine({ ...shop.config, publicUrl: null }, shop.databaseUrl, {
      checks: nightlyChecks,
    })
    const faults = results.filter(({ state }) => state === 'fault').map(({ name }) => name)
    // The databases of the tests are not durable.
    expect(faults).toEqual(['settings, migrations, clock'])
    const { entries } = (await owner.get('/admin/audit?action=demo.clear')).body
    expect(entries).toHaveLength(1)
    expect(entries[0].before).toMatchObject({ orders: 12, members: 9, coupons: 3, articles: 3 })
  })

  it('comes back neither by a start of the shop nor by a second clearing (DOOR-12)', async () => {
    await loadDemo(shop)
    expect((await owner.get('/admin/demo')).body).toMatchObject({ state: 'cleared', goes: [] })
    expect((await shop.guest().get('/products')).body.products).toEqual([])
    expect((await owner.post('/admin/demo/clear', { name: shopName })).body.code).toBe('DEMO_GONE')
    const { rows } = await shop.database.pool.query('select id from runs')
    await Promise.all(rows.map(({ id }) => work(shop, id)))
  })
})

it('what the owner has made stays, with its pictures; a campaign that sells the demo goes (DOOR-12)', async () => {
  const { shop, owner } = await openDemoShop()
  try {
    const [demo] = (await shop.guest().get('/products')).body.products
    const [picture = ''] = (await listDemoPictures()).filter((name) => name.endsWith('.jpg'))
    const product = await shop.product({ title: '自家茶', imageUrl: `/uploads/${picture}` })
    const coupon = await shop.coupon()
    const member = await shop.member()
    const prices = [{ from_units: 1, prices: [{ product_id: demo.id, unit_price: 1 }] }]
    const own = { title: '自己開的團', products: [{ product_id: demo.id }], tiers: prices }
    expect((await owner.post('/admin/campaign', own)).status).toBe(200)
    const { campaigns } = (await owner.get('/admin/demo')).body
    expect(campaigns).toContain('自己開的團')

    await clear(shop, owner)
    const { body } = await shop.guest().get('/products')
    expect(body.products.map(({ id }: { id: string }) => id)).toEqual([product])
    const files = await readdir(join(shop.config.dataDir, 'uploads'))
    expect(files).toContain(picture)
    expect(files.every((file) => file.startsWith(picture.slice(0, 32)))).toBe(true)
    const coupons = (await owner.get('/admin/coupons')).body.coupons
    expect(coupons.map(({ id }: { id: string }) => id)).toEqual([coupon.id])
    expect((await member.get('/orders')).status).toBe(200)
    expect((await owner.get('/admin/campaigns')).body.campaigns).toEqual([])
  } finally {
    await shop.close()
  }
})

it('a real order keeps the demo, also one that comes after the press, and the run says so (DOOR-12)', async () => {
  const { shop, owner } = await openDemoShop()
  try {
    const asked = await owner.post('/admin/demo/clear', { name: shopName })
    const guest = shop.guest()
    const [product] = (await guest.get('/products')).body.products
    await guest.post('/cart', { product_id: product.id, qty: 1 })
    const { orderId } = (await guest.post('/order', orderData)).body
    await work(shop, asked.body.run.id)
    const { run } = (await owner.get(`/admin/run/${asked.body.run.id}`)).body
    expect(run).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('已有顧客的訂單'),
    })
    expect((await guest.get(`/product/${product.id}`)).status).toBe(200)
    expect(await readdir(join(shop.config.dataDir, 'uploads'))).not.toEqual([])
    await owner.delete(`/admin/order/${orderId}`)
    expect((await owner.get('/admin/demo')).body.has_orders).toBe(true)
    const again = await owner.post('/admin/demo/clear', { name: shopName })
    expect([again.status, again.body.code]).toEqual([409, 'DEMO_HAS_ORDERS'])
  } finally {
    await shop.close()
  }
})

it('a run that was stopped before it began clears nothing (DOOR-12)', async () => {
  const { shop, owner } = await openDemoShop()
  try {
    const { body } = await owner.post('/admin/demo/clear', { name: shopName })
    await owner.post(`/admin/run/${body.run.id}/cancel`)
    await work(shop, body.run.id)
    expect((await owner.get('/admin/demo')).body.state).toBe('loaded')
  } finally {
    await shop.close()
  }
})

it('the ledgers let rows of the demo go to the clearing alone, and no other row to it (DOOR-12)', async () => {
  const { shop } = await openDemoShop()
  const client = await shop.database.pool.connect()
  try {
    const real = await shop.product()
    await client.query(
      `insert into stock_movements (product_id, kind, on_hand_change, held_change, on_hand, held, actor)
       values ($1, 'counted', 1, 0, 1, 0, 's:system')`,
      [real],
    )
    const refused = async (statement: string, switched: boolean) => {
      await client.query('begin')
      await client.query(`select set_config('minmin.clearing_demo', '${switched ? 1 : 0}', true)`)
      const failure = await client.query(statement).then(
        () => 'done',
        (error: Error) => error.message,
      )
      await client.query('rollback')
      return failure
    }
    const ledgers = ['order_events', 'group_events', 'stock_movements']
    for (const ledger of ledgers) {
      expect(await refused(`delete from ${ledger}`, false)).toMatch(/never changed/)
    }
    // The orders and campaigns of the demo are marked by the clearing itself.
    expect(await refused('delete from order_events', true)).toMatch(/never changed/)
    const ofReal = `delete from stock_movements where product_id = '${real}'`
    expect(await refused(ofReal, true)).toMatch(/never changed/)
    expect(await refused(`truncate stock_movements`, true)).toMatch(/never changed/)
  } finally {
    client.release()
    await shop.close()
  }
})

it('the demo that an older release has loaded is recognised by what stands as it wrote it (DOOR-12)', async () => {
  const { shop, owner } = await openDemoShop()
  try {
    const { pool } = shop.database
    await pool.query(`delete from demo_rows where kind <> 'member'`)
    await pool.query('delete from demo_shop')
    const [changed] = (await shop.guest().get('/products')).body.products
    await pool.query(`update products set title = '自家的' where id = $1`, [changed.id])
    await loadDemo(shop)
    const { body } = await owner.get('/admin/demo')
    expect(body.state).toBe('loaded')
    expect(body.stays).toContainEqual({ what: '您新增的商品', n: 1 })
    expect((await clear(shop, owner)).state).toBe('done')
    const left = (await shop.guest().get('/products')).body.products
    expect(left.map(({ title }: { title: string }) => title)).toEqual(['自家的'])
  } finally {
    await shop.close()
  }
})
