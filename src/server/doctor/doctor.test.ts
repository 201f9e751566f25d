import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { sealAudit } from '../audit/seal-audit.ts'
import { bookChecks } from '../checks/book-checks.ts'
import { noConnections } from '../settings/connections.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { openDatabaseProxy } from '../testing/doubles/database-proxy.ts'
import { createSelfSigned } from '../testing/doubles/self-signed.ts'
import { openFactor } from '../testing/second-factor.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { testConfig } from '../testing/test-config.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import type { Check, CheckResult } from './check.ts'
import { judgeSpace } from './disk-space.ts'
import { allChecks, examine, nightlyChecks } from './doctor.ts'
import { lookAtRuntime } from './machine-checks.ts'
import { checkNow, saveResults, sentences } from './nightly-check.ts'

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

it('says of every check what it found, release and commit too, and nothing is wrong with a new shop (DOCTOR-01, MEND-31)', async () => {
  const results = await look()
  expect(results.get('release')?.text).toMatch(/^release 1\.\d+\.\d+, commit \w+, on Node/)
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
    text: '1 of 1 secrets are not opened by it',
  })
  expect(existsSync(join(empty, 'secrets.key'))).toBe(false)
  expect(JSON.stringify([...results.values()])).not.toContain(staff.username)
  await run('update administrators set totp_secret = null')
})

it('says which limit was reached in the last day, and its variable (MEND-39)', async () => {
  const limits = { WRITE_LIMITS: '1', LIMIT_WRITE_NEW_GUESTS: '2' }
  const limited = await openTestShop({ env: limits })
  onTestFinished(() => limited.close())
  const productId = await limited.product()
  expect((await look(limited.databaseUrl, limits)).get('limits')).toMatchObject({ state: 'ok' })
  for (const status of [200, 200, 429]) {
    const answer = await limited.guest().post('/cart', { product_id: productId, qty: 1 })
    expect(answer.status).toBe(status)
  }
  await expect
    .poll(async () => (await look(limited.databaseUrl, limits)).get('limits'))
    .toMatchObject({
      state: 'warning',
      text: 'reached in the last day: write.new-guests (LIMIT_WRITE_NEW_GUESTS=2)',
    })
})

const breaks: { name: string; state: string; break: string; mend: string }[] = [
  {
    name: 'mails that wait',
    state: 'warning',
    break: `insert into mail_outbox (recipient, subject, text_body, html_body, message_id, created_at)
      values ('marked@example.com', 's', 't', 'h', '<doctor@test>', now() - interval '2 hours')`,
    mend: `delete from mail_outbox where message_id = '<doctor@test>'`,
  },
  {
    name: 'mails held back',
    state: 'warning',
    break: `insert into mail_outbox
        (recipient, subject, text_body, html_body, message_id, withheld, created_at)
      values ('marked@example.com', 's', 't', 'h', '<doctor@test>', 'network', now())`,
    mend: `delete from mail_outbox where message_id = '<doctor@test>'`,
  },
  {
    name: 'limits',
    state: 'warning',
    break: `insert into rate_limit_counts (key, points, expire)
      values ('reached:write.new-guests', 1, extract(epoch from now() + interval '1 day') * 1000)`,
    mend: `delete from rate_limit_counts`,
  },
  {
    name: 'hold',
    state: 'warning',
    break: `insert into outgoing_hold (backup_at) values (now())`,
    mend: `delete from outgoing_hold`,
  },
  {
    name: 'restore',
    state: 'fault',
    break: 'create schema minmin_restore',
    mend: 'drop schema minmin_restore',
  },
  {
    name: 'pictures',
    state: 'fault',
    break: `update products set image_url = 'http://shop.test/uploads/${'0'.repeat(32)}-10x10.jpg'`,
    mend: `update products set image_url = 'https://pictures.example/mug.jpg'`,
  },
  {
    name: 'search terms',
    state: 'fault',
    break: `update products set search_terms = null`,
    mend: `update products set search_terms = ''`,
  },
  {
    name: 'rights of the account',
    state: 'fault',
    break: `revoke delete on list_views from current_user`,
    mend: `grant delete on list_views to current_user`,
  },
  {
    name: 'oldest job',
    state: 'warning',
    break: `insert into pgboss.job (name, data, state, start_after)
      values ('housekeeping.sweep', '{}', 'created', now() - interval '11 minutes')`,
    mend: `delete from pgboss.job where name = 'housekeeping.sweep'`,
  },
  {
    name: 'failed jobs',
    state: 'warning',
    break: `insert into pgboss.job (name, data, state, completed_on)
      values ('housekeeping.sweep', '{}', 'failed', now())`,
    mend: `delete from pgboss.job where name = 'housekeeping.sweep'`,
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

it('finds what was changed in the audit and in pictures of campaigns, articles and settings (DOCTOR-02, AUDIT-07)', async () => {
  const staff = await openAdministrator(shop)
  await staff.put('/admin/me', { name: '店主' })
  const behind = (statement: string) =>
    run(`alter table audit_entries disable trigger user; ${statement};
      alter table audit_entries enable trigger user`)
  await behind(`update audit_entries set at = at - interval '2 hours'`)
  await sealAudit(shop.database.db)
  await openCampaign(shop)
  const before = await look()
  const changed = async () =>
    [...(await look())].filter(([name, { state }]) => before.get(name)?.state !== state)
  expect(await changed()).toEqual([])
  expect(before.get('seals of the audit')).toMatchObject({ state: 'ok', text: 'agree' })

  await behind(`update audit_entries set actor_name = actor_name || '?'
    where id = (select min(first_id) from audit_seals)`)
  const [[audit, found] = []] = await changed()
  expect([audit, found?.state]).toEqual(['seals of the audit', 'fault'])
  expect(found?.text).toMatch(/^the entries \d+ to \d+ are not as they were sealed$/)
  await behind(`update audit_entries set actor_name = left(actor_name, -1)
    where id = (select min(first_id) from audit_seals)`)

  const gone = `http://shop.test/uploads/${'1'.repeat(32)}-10x10.jpg`
  await run('update campaigns set pictures = jsonb_build_array($1::text)', [gone])
  expect((await changed()).map(([name]) => name)).toEqual(['pictures'])
  await run(`update campaigns set pictures = '[]'`)
  const content = `<img src="${gone}" />`
  const article = { title: '公告', description: '', image: '', tag: [], author: '店主', content }
  await staff.post('/admin/article', { ...article, create_at: 1_700_000_000, isPublic: true })
  expect((await changed()).map(([name]) => name)).toEqual(['pictures'])
  await run('delete from articles')
  const logo = `/uploads/${'2'.repeat(32)}-10x10.png`
  await run(
    `insert into settings ("group", version, values, updated_by)
    values ('brand', 1, jsonb_build_object('logo', $1::text), 's:system')`,
    [logo],
  )
  expect((await changed()).map(([name]) => name)).toEqual(['pictures'])
  await run(`delete from settings where "group" = 'brand'`)
})

it('finds a bucket that does not give what it took, and leaves nothing in one that does (DOCTOR-02, DOCTOR-03)', async () => {
  const kept = new Map<string, Buffer>()
  let isForgetful = false
  const service = createServer(async (request, response) => {
    const { method, url = '' } = request
    const body = await buffer(request)
    if (method === 'PUT' && !isForgetful) kept.set(url, body)
    if (method === 'DELETE') kept.delete(url)
    const found = kept.get(url)
    const isMissing = method === 'GET' && !found
    response.writeHead(isMissing ? 404 : 200)
    response.end(method === 'GET' ? found : undefined)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void service.close())
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  const env = {
    UPLOADS_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    UPLOADS_S3_BUCKET: 'pictures',
    UPLOADS_S3_ACCESS_KEY_ID: 'key',
    UPLOADS_S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect((await look(null, env)).get('bucket')).toMatchObject({ state: 'ok' })
  expect(kept.size).toBe(0)
  isForgetful = true
  expect((await look(null, env)).get('bucket')).toMatchObject({
    state: 'fault',
    text: 'does not give back what it took',
  })
})

/** A database that answers each question by this row. */
const answering = (row: object) =>
  ({ query: async () => ({ rows: [row], rowCount: 1 }) }) as unknown as pg.ClientBase

it.each([
  ['version', { major: 14 }, 'fault'],
  ['connections', { most: 100, used: 81 }, 'warning'],
])('finds %s from what the database says (DOCTOR-02)', async (name, row, state) => {
  const check = allChecks.find((one) => one.name === name)
  const context = {
    config: withoutAddress(),
    client: answering(row),
    databaseError: null,
    connections: noConnections,
    plan: { isOn: false, at: '03:30', keep: { days: 7, weeks: 4, months: 12 } },
  }
  expect((await check?.run(context))?.state).toBe(state)
})

/** The names of the checks whose line differs between two examinations. */
function differing(before: Map<string, CheckResult>, after: Map<string, CheckResult>): string[] {
  return [...after]
    .filter(([name, { state }]) => before.get(name)?.state !== state)
    .map(([name]) => name)
}

it('finds folders that are not there, cannot be used, or that others may list (DOCTOR-02)', async () => {
  const folder = join(shop.config.dataDir, 'own-folders')
  const [data, backups] = [join(folder, 'data'), join(folder, 'backups')]
  for (const path of [data, backups]) await mkdir(path, { recursive: true, mode: 0o700 })
  const env = { DATA_DIR: data, BACKUP_DIR: backups }
  const before = await look(null, env)
  const changedWith = async (change: Record<string, string>) =>
    differing(before, await look(null, { ...env, ...change }))
  expect(await changedWith({})).toEqual([])
  expect(before.get('space of BACKUP_DIR')?.text).toMatch(/GB are free$/)
  expect(await changedWith({ DATA_DIR: join(folder, 'none') })).toEqual(['space of DATA_DIR'])
  const file = join(folder, 'file')
  await writeFile(file, '', { mode: 0o600 })
  expect(await changedWith({ DATA_DIR: file })).toEqual(['space of DATA_DIR'])
  expect(await changedWith({ BACKUP_DIR: join(folder, 'none') })).toEqual(['space of BACKUP_DIR'])
  await chmod(backups, 0o705)
  expect(await changedWith({})).toEqual(['rights of BACKUP_DIR'])
  await chmod(backups, 0o700)
})

it('asks for 10 % and 1 GB of space, and calls a disk a fault before it is full (DOCTOR-02, MEND-32)', () => {
  const stateOf = (free: number, all: number) => judgeSpace({ free, all }).state
  expect(stateOf(1_000_000_000, 10_000_000_000)).toBe('ok')
  expect(stateOf(999_999_999, 2_000_000_000)).toBe('warning')
  expect(stateOf(9_999_999_999, 100_000_000_000)).toBe('warning')
  expect(stateOf(299_999_999, 2_000_000_000)).toBe('fault')
  expect(stateOf(1_900_000_000, 100_000_000_000)).toBe('fault')
})

it('finds another Node.js than the one of the release, and missing time zone data (DOCTOR-02)', async () => {
  expect(lookAtRuntime(process.versions.node).state).toBe('ok')
  expect(lookAtRuntime('20.19.0').state).toBe('warning')
  const before = await look(null)
  // Behaviour of a Node.js without time zone data.
  const format = { format: () => '4' }
  const known = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function utc() {
    return format as unknown as Intl.DateTimeFormat
  })
  const after = await look(null)
  known.mockRestore()
  expect(differing(before, after)).toEqual(['time zone data'])
})

it('says of an empty database that it is empty, and of variables which one is not known (DOCTOR-02, MEND-36)', async () => {
  const bare = await createTestDatabase({ isBare: true })
  onTestFinished(() => bare.drop())
  const results = await look(bare.url)
  expect(results.get('a shop')).toMatchObject({ state: 'fault', text: 'the database is empty' })
  expect(results.get('totals of orders')?.text).toBe('not checked: the database is empty')
  expect([...results.values()].filter(({ isUnfinished }) => isUnfinished)).toEqual([])
  vi.stubEnv('MAIL_PERHOUR', 'marked')
  onTestFinished(() => void vi.unstubAllEnvs())
  const found = await look()
  expect(found.get('variables')?.text).toBe('not known: MAIL_PERHOUR (MAIL_PER_HOUR?)')
})

it('finds a migration that the database lacks, by its name (DOCTOR-02, MEND-36)', async () => {
  const text = async () => (await look()).get('settings, migrations, clock')?.text
  const before = await text()
  const { rows } = await run(
    `delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)
     returning id, hash, created_at`,
  )
  expect(await text()).toMatch(/ The database lacks 00\d\d_[\w-]+: the migration failed, or /)
  const { id, hash, created_at } = rows[0]
  await run('insert into drizzle.__drizzle_migrations values ($1, $2, $3)', [id, hash, created_at])
  expect(await text()).toBe(before)
})

it('finds a certificate that ends soon, and just that (DOCTOR-02)', async () => {
  const examineUntil = async (days: number) => {
    const { key, cert } = createSelfSigned(new Date(Date.now() + days * 86_400_000))
    const authorities = getCACertificates('default')
    setDefaultCACertificates([...authorities, cert])
    const server = createHttpsServer({ key, cert }, (_, response) => {
      response.setHeader('Content-Type', 'application/json').end('{"isLive":true}')
    }).listen(0, 'localhost')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      return await look(null, { PUBLIC_URL: `https://localhost:${port}` })
    } finally {
      setDefaultCACertificates(authorities)
      server.closeAllConnections()
      server.close()
    }
  }
  const before = await examineUntil(15)
  expect(before.get('PUBLIC_URL')?.text).toBe('answers with this shop')
  expect(before.get('certificate')).toMatchObject({ state: 'ok', text: '14 days are left' })
  expect(differing(before, await examineUntil(13))).toEqual(['certificate'])
})

it('finds that no backup was verified (DOCTOR-02)', async () => {
  const before = await look()
  expect(before.get('backup')?.state).toBe('ok')
  const folder = join(shop.config.dataDir, 'backups')
  const results = await look(shop.databaseUrl, { BACKUP_DIR: folder })
  expect(results.get('backup')?.state).toBe('fault')
})

it('says that a shop without BACKUP_IDENTITY verifies no backup of a recipient (DOCTOR-02)', async () => {
  const folder = join(shop.config.dataDir, 'backups-of-recipient')
  const env = { BACKUP_DIR: folder, BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }
  const results = await look(shop.databaseUrl, env)
  expect(results.get('backup')?.advice).toContain('BACKUP_IDENTITY')
  const whole = await look(shop.databaseUrl, { ...env, BACKUP_IDENTITY: join(folder, 'key') })
  expect(whole.get('backup')?.advice).not.toContain('BACKUP_IDENTITY')
})

it.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://127.0.0.1:1' }],
  ['mail server', { SMTP_URL: 'smtp://user:marked-secret@127.0.0.1:1' }],
  ['gateway', { PAYMENTS: 'sandbox', ECPAY_URL: 'http://127.0.0.1:1' }],
  [
    'LINE Pay',
    {
      LINE_PAY_CHANNEL_ID: '1656000009',
      LINE_PAY_CHANNEL_SECRET: 'marked-secret',
      LINE_URL: 'http://127.0.0.1:1',
    },
  ],
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
    const before = await look(shop.databaseUrl, { PUBLIC_URL: '' })
    const results = await look(shop.databaseUrl, env)
    expect(results.get(name)?.state).toBe('fault')
    expect(differing(before, results)).toEqual([name])
    const text = JSON.stringify([...results.values()])
    expect(text).not.toMatch(/marked|王小明|ming@example|postgres:\/\//)
  },
)

/** Checks that a test of their own breaks. */
const brokenElsewhere = [
  ...bookChecks.map(({ name }) => name),
  ...['release', 'space of DATA_DIR', 'space of BACKUP_DIR', 'rights of BACKUP_DIR'],
  ...['time zone data', 'reachable', 'version', 'settings, migrations, clock', 'connections'],
  ...['SECRETS_KEY', 'seals of the audit', 'a shop', 'variables'],
  ...['PUBLIC_URL', 'certificate', 'mail server', 'gateway', 'LINE Pay', 'bucket', 'backup'],
]

it('knows for each check what breaks it (DOCTOR-02)', () => {
  const broken = [...breaks.map(({ name }) => name), ...brokenElsewhere]
  expect(broken.sort()).toEqual(allChecks.map(({ name }) => name).sort())
})

it('goes on with the rest while the database is away (DOCTOR-03)', async () => {
  const results = await look('postgres://minmin:marked-secret@127.0.0.1:1/minmin')
  expect(results.get('reachable')?.state).toBe('fault')
  expect(results.get('totals of orders')?.text).toContain('not checked')
  expect(results.get('release')?.state).toBe('ok')
  expect(JSON.stringify([...results.values()])).not.toContain('marked')
})

it('goes on with the rest while nobody can read the settings (DOCTOR-03)', async () => {
  const client = await shop.database.pool.connect()
  onTestFinished(() => client.query('rollback').then(() => client.release()))
  await client.query('begin; lock table settings in access exclusive mode')
  const checks = allChecks.filter(({ name }) => name === 'reachable')
  const results = await examine(withoutAddress(), shop.databaseUrl, { checks, eachMs: 2_500 })
  expect(results).toMatchObject([{ state: 'ok', text: 'answers' }])
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

it('is no finding when a check did not finish, and says so (DOCTOR-06)', async () => {
  const admin = await openAdministrator(shop)
  const fails: Check = {
    group: 'money',
    name: 'totals of orders',
    needsDatabase: true,
    run: async ({ client }) => {
      await client?.query('select 1 / 0')
      return { state: 'ok', text: 'agrees' }
    },
  }
  const results = await examine(shop.config, shop.databaseUrl, { checks: [fails] })
  await saveResults(shop.database.db, results)
  expect((await admin.get('/admin/outgoing')).body.alerts).toEqual([
    '資料檢查異常：部分檢查未完成，請技術人員執行 npm run doctor',
  ])
  await saveResults(shop.database.db, [])
})
