import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openDatabaseProxy } from '../testing/database-proxy.ts'
import { createFailedJob } from '../testing/failed-job.ts'
import { openFactor } from '../testing/second-factor.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { testConfig } from '../testing/test-config.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import type { Check } from './check.ts'
import { allChecks, examine, nightlyChecks } from './doctor.ts'
import { checkNow, sentences } from './nightly-check.ts'

let shop: TestShop
let paid: string
const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)

beforeAll(async () => {
  shop = await openTestShop()
  const product = await shop.product()
  const guest = shop.guest()
  await guest.post('/cart', { product_id: product, qty: 2 })
  paid = (await guest.post('/order', orderData)).body.orderId
  await guest.post(`/pay/${paid}`)
})
afterAll(() => shop.close())

const look = async (url: string | null = shop.databaseUrl, env: Record<string, string> = {}) => {
  const config =
    Object.keys(env).length > 0 ? testConfig({ PUBLIC_URL: '', ...env }) : withoutAddress()
  if (Object.keys(env).length > 0) {
    onTestFinished(() => rm(config.dataDir, { recursive: true, force: true }))
  }
  return new Map((await examine(config, url)).map((result) => [result.name, result]))
}
const withoutAddress = () => ({ ...shop.config, publicUrl: null })

it('says of every check what it found, and nothing is wrong with a new shop (DOCTOR-01)', async () => {
  const results = await look()
  expect([...results.keys()]).toEqual(allChecks.map(({ name }) => name))
  const faults = [...results.values()].filter(({ state }) => state === 'fault')
  // The databases of the tests are not durable.
  expect(faults.map(({ name }) => name)).toEqual(['settings, migrations, clock'])
})

it('finds second factors that the key does not open, and makes no key (DOCTOR-02)', async () => {
  const staff = await openAdministrator(shop)
  await openFactor(staff)
  expect((await look()).get('SECRETS_KEY')).toMatchObject({ state: 'ok' })
  const empty = join(shop.config.dataDir, 'without-a-key')
  const results = await look(shop.databaseUrl, { DATA_DIR: empty })
  expect(results.get('SECRETS_KEY')).toMatchObject({
    state: 'fault',
    text: '1 of 1 second factors are not opened by it',
  })
  expect(existsSync(join(empty, 'secrets.key'))).toBe(false)
  expect(JSON.stringify([...results.values()])).not.toContain(staff.username)
  await run('update administrators set totp_secret = null')
})

const breaks: { name: string; state: string; break: string; mend: string }[] = [
  {
    name: 'lengths of lists',
    state: 'fault',
    break: `insert into list_counts (list, n) values ('orders', 3)`,
    mend: `delete from list_counts where n = 3 and list = 'orders'`,
  },
  {
    name: 'captures of paid orders',
    state: 'fault',
    break: `update payments set counts = false`,
    mend: `update payments set counts = true`,
  },
  {
    name: 'totals of orders',
    state: 'fault',
    break: `update orders set total = total + 1`,
    mend: `update orders set total = total - 1`,
  },
  {
    name: 'mails that wait',
    state: 'warning',
    break: `insert into mail_outbox (recipient, subject, text_body, html_body, message_id, created_at)
      values ('marked@example.com', 's', 't', 'h', '<doctor@test>', now() - interval '2 hours')`,
    mend: `delete from mail_outbox where message_id = '<doctor@test>'`,
  },
  {
    name: 'hold',
    state: 'warning',
    break: `insert into outgoing_hold (backup_at) values (now())`,
    mend: `delete from outgoing_hold`,
  },
  {
    name: 'stock held by orders',
    state: 'fault',
    break: `insert into stock_holds (order_id, product_id, qty) select orders.id, products.id, 1 from orders, products limit 1`,
    mend: `delete from stock_holds`,
  },
  {
    name: 'stock and its ledger',
    state: 'fault',
    break: `insert into stock (product_id, on_hand, held) select id, 5, 0 from products limit 1`,
    mend: `delete from stock`,
  },
  {
    name: 'pictures',
    state: 'fault',
    break: `update products set image_url = 'http://shop.test/uploads/${'0'.repeat(32)}-10x10.jpg'`,
    mend: `update products set image_url = 'https://pictures.example/mug.jpg'`,
  },
  {
    name: 'refunds',
    state: 'fault',
    break: `alter table refunds disable trigger user;
      insert into refunds (id, order_id, payment_id, amount, reason, state)
        select 'doctor', order_id, id, amount + 1, '', 'manual' from payments limit 1`,
    mend: `delete from refunds; alter table refunds enable trigger user`,
  },
  {
    name: 'coupon uses',
    state: 'fault',
    break: `with made as (insert into coupons (id, title, code, percent, due_date, due_at, is_enabled, extra)
        values ('doctor', 't', 'doctor', 80, 1, now(), true, '{}') returning id)
      insert into coupon_uses (order_id, coupon_id, owner, discount)
        select orders.id, 'doctor', 'm:nobody', 1 from orders limit 1`,
    mend: `with gone as (delete from coupon_uses) select`,
  },
]

it.each(breaks)('finds what was broken, and just that: $name (DOCTOR-02)', async (one) => {
  const env = one.name === 'mails that wait' ? { smtpUrl: 'smtp://127.0.0.1:1' } : {}
  const config = { ...withoutAddress(), ...env }
  const stateOf = async () =>
    new Map((await examine(config, shop.databaseUrl)).map(({ name, state }) => [name, state]))
  const before = await stateOf()
  await run(one.break)
  const after = await stateOf()
  await run(one.mend)
  const changed = [...after].filter(([name, state]) => before.get(name) !== state)
  expect(changed).toEqual([[one.name, one.state]])
})

it('finds failed jobs, and that no backup was verified (DOCTOR-02)', async () => {
  const before = await look()
  expect([before.get('failed jobs')?.state, before.get('backup')?.state]).toEqual(['ok', 'ok'])
  await createFailedJob(shop, { data: {} })
  expect((await look()).get('failed jobs')?.state).toBe('warning')
  await run('delete from pgboss.job')
  const folder = join(shop.config.dataDir, 'backups')
  const results = await look(shop.databaseUrl, { BACKUP_DIR: folder })
  expect(results.get('backup')?.state).toBe('fault')
})

it.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://127.0.0.1:1' }],
  ['mail server', { SMTP_URL: 'smtp://user:marked-secret@127.0.0.1:1' }],
  ['gateway', { PAYMENTS: 'sandbox', ECPAY_URL: 'http://127.0.0.1:1' }],
  [
    'bucket',
    {
      UPLOADS_S3_ENDPOINT: 'http://127.0.0.1:1',
      UPLOADS_S3_BUCKET: 'pictures',
      UPLOADS_S3_ACCESS_KEY_ID: 'marked-key',
      UPLOADS_S3_SECRET_ACCESS_KEY: 'marked-secret',
    },
  ],
])(
  'finds that it does not answer: %s, and tells no secret (DOCTOR-02, DOCTOR-05)',
  async (name, env) => {
    const results = await look(shop.databaseUrl, env)
    expect(results.get(name)?.state).toBe('fault')
    const text = JSON.stringify([...results.values()])
    expect(text).not.toMatch(/marked|王小明|ming@example|postgres:\/\//)
  },
)

it('goes on with the rest while the database is away (DOCTOR-03)', async () => {
  const results = await look('postgres://minmin:marked-secret@127.0.0.1:1/minmin')
  expect(results.get('reachable')?.state).toBe('fault')
  expect(results.get('totals of orders')?.text).toContain('not checked')
  expect(results.get('release')?.state).toBe('ok')
  expect(JSON.stringify([...results.values()])).not.toContain('marked')
})

it('ends in its time whatever hangs (DOCTOR-04)', async () => {
  const proxy = await openDatabaseProxy(shop.databaseUrl)
  onTestFinished(() => proxy.close())
  const falls: Check = {
    group: 'database',
    name: 'a database that falls silent',
    needsDatabase: true,
    run: async ({ client }) => {
      proxy.freeze()
      await client?.query('select 1')
      return { state: 'ok', text: 'answered' }
    },
  }
  const config = { ...shop.config, publicUrl: 'http://127.0.0.1:1' }
  const checks = [falls, ...allChecks.filter(({ group }) => group !== 'machine')]
  const results = await examine(config, proxy.url, { checks, withinMs: 500 })
  expect(results[0]).toMatchObject({ state: 'fault', text: 'no answer within 1 s' })
  const texts = new Map(results.map(({ name, text }) => [name, text]))
  expect(texts.get('totals of orders')).toBe('not checked: no time was left')
  expect(texts.get('PUBLIC_URL')).toBe('does not answer (TypeError)')
  expect(texts.size).toBe(checks.length)
})

it('cannot change anything: its connection only reads (DOCTOR-03)', async () => {
  const writes: Check = {
    group: 'data',
    name: 'a check that writes',
    needsDatabase: true,
    run: async ({ client }) => {
      await client?.query('delete from orders')
      return { state: 'ok', text: 'written' }
    },
  }
  const [found] = await examine(withoutAddress(), shop.databaseUrl, { checks: [writes] })
  expect(found).toMatchObject({ state: 'fault', text: 'could not be checked (25006)' })
})

it('stands in the back office after the nightly check, until a check is clean (DOCTOR-06)', async () => {
  const admin = await openAdministrator(shop)
  const alerts = async () => (await admin.get('/admin/outgoing')).body.alerts
  const options = { config: shop.config, databaseUrl: shop.databaseUrl, db: shop.database.db }
  const aboutOrders = (texts: string[]) =>
    texts.filter((text) => text.includes('有訂單金額與明細不符'))
  await run('update orders set total = total + 1 where id = $1', [paid])
  await checkNow(options)
  expect(aboutOrders(await alerts())).toEqual([expect.stringMatching(/^資料檢查異常：/)])
  await run('update orders set total = total - 1 where id = $1', [paid])
  await checkNow(options)
  expect(aboutOrders(await alerts())).toEqual([])
  expect(nightlyChecks.filter(({ name }) => !(name in sentences))).toEqual([])
})
