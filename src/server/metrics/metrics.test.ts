import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { serveMetrics } from './serve-metrics.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const names: Record<string, [type: string, labels: string[]]> = {
  minmin_http_requests_total: ['counter', ['method', 'route', 'status']],
  minmin_http_request_seconds: ['histogram', ['route']],
  minmin_orders_total: ['counter', ['event']],
  minmin_payments_total: ['counter', ['outcome', 'provider']],
  minmin_refunds_total: ['counter', ['outcome']],
  minmin_jobs_total: ['counter', ['job', 'outcome']],
  minmin_jobs_waiting: ['gauge', ['job']],
  minmin_jobs_oldest_seconds: ['gauge', []],
  minmin_mails_waiting: ['gauge', ['reason']],
  minmin_mails_total: ['counter', ['outcome']],
  minmin_catalog_reads_total: ['counter', ['from']],
  minmin_streams_open: ['gauge', []],
  minmin_places_taken: ['gauge', ['of']],
  minmin_db_connections: ['gauge', ['state']],
  minmin_limited_total: ['counter', ['limit']],
  minmin_backup_age_seconds: ['gauge', []],
  minmin_backup_copy_age_seconds: ['gauge', []],
  minmin_wal_copy_age_seconds: ['gauge', []],
  minmin_build_info: ['gauge', ['commit', 'release']],
  minmin_data_free_bytes: ['gauge', []],
  minmin_data_bytes: ['gauge', []],
}

async function serve({ databaseUrl = shop.databaseUrl, sendsMail = true } = {}) {
  const server = await serveMetrics(
    { host: '127.0.0.1', port: 0 },
    { databaseUrl, dataDir: shop.config.dataDir, backupDir: null, sendsMail },
  )
  onTestFinished(() => server.close())
  return server.address
}
const scrape = async (address: string) => (await fetch(`${address}/metrics`)).text()

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] =
        /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)]
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, key = '', text = '']) => [key, text])),
        value: Number(value),
      }
    })
}

const sum = (samples: Sample[], name: string, labels: Record<string, string> = {}) =>
  samples
    .filter(
      (one) =>
        one.name === name &&
        Object.entries(labels).every(([key, value]) => one.labels[key] === value),
    )
    .reduce((total, { value }) => total + value, 0)

it('answers GET /metrics on a port of its own, and nothing else (METRICS-01)', async () => {
  const address = await serve()
  expect((await fetch(`${address}/metrics`)).status).toBe(200)
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404)
  for (const path of ['/', '/openapi.json', '/v2/api/shopping-minmin/products']) {
    expect((await fetch(address + path)).status).toBe(404)
  }
  expect((await shop.guest().inject('/metrics')).statusCode).toBe(404)
})

it('has the names, kinds and labels that are documented, and no others (METRICS-02)', async () => {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  const { orderId } = (await guest.post('/order', orderData)).body
  await guest.post(`/pay/${orderId}`)
  const text = await scrape(await serve())
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
  const own = [...types].filter(([name]) => !/^(process|nodejs)_/.test(name))
  expect(Object.fromEntries(own)).toEqual(
    Object.fromEntries(Object.entries(names).map(([name, [type]]) => [name, type])),
  )
  expect([...types.keys()].some((name) => name.startsWith('process_'))).toBe(true)
  for (const { name, labels } of samplesOf(text)) {
    const known = names[name.replace(/_(bucket|sum|count)$/, '')] ?? names[name]
    if (!known) continue
    const found = Object.keys(labels).filter((label) => label !== 'le')
    expect(found.toSorted(), name).toEqual(known[1])
  }
})

it('counts requests one by one, those from memory and refused ones too (METRICS-04)', async () => {
  const address = await serve()
  // Before it hears of changes it keeps no reply.
  await vi.waitUntil(() => shop.catalogVersion() !== undefined)
  const before = samplesOf(await scrape(address))
  const guest = shop.guest()
  for (let n = 0; n < 400; n++) await guest.get('/products')
  for (let n = 0; n < 300; n++) await guest.get('/order/nothing')
  for (let n = 0; n < 300; n++) await guest.inject(`/made-up/${n}`)
  const after = samplesOf(await scrape(address))
  const grown = (labels: Record<string, string>) =>
    sum(after, 'minmin_http_requests_total', labels) -
    sum(before, 'minmin_http_requests_total', labels)
  expect(grown({})).toBe(1_000)
  expect(grown({ route: '/v2/api/shopping-minmin/products', status: '2xx' })).toBe(400)
  expect(grown({ route: '/v2/api/shopping-minmin/order/:id', status: '4xx' })).toBe(300)
  expect(grown({ route: 'unknown', status: '4xx' })).toBe(300)
  const fromMemory = { from: 'memory' }
  expect(
    sum(after, 'minmin_catalog_reads_total', fromMemory) -
      sum(before, 'minmin_catalog_reads_total', fromMemory),
  ).toBeGreaterThan(300)
})

it('counts as many orders as there are new rows, and none that was refused (METRICS-04)', async () => {
  const address = await serve()
  const placed = async () =>
    sum(samplesOf(await scrape(address)), 'minmin_orders_total', { event: 'placed' })
  const rows = async () =>
    Number((await shop.database.pool.query('select count(*)::int as n from orders')).rows[0].n)
  const [before, rowsBefore] = [await placed(), await rows()]
  const product = await shop.product()
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const guest = shop.guest()
      await guest.post('/cart', { product_id: product, qty: 1 })
      const data = n % 3 === 0 ? { ...orderData, total: 1 } : orderData
      await guest.post('/order', data)
      await guest.post('/order', data)
    }),
  )
  expect((await placed()) - before).toBe((await rows()) - rowsBefore)
  expect((await rows()) - rowsBefore).toBeGreaterThan(0)
})

it('has at most 5,000 series after 10,000 made-up requests, and no part of a request in them (METRICS-03)', async () => {
  const address = await serve()
  // Node.js itself refuses a method that no standard names.
  const rare = ['PROPFIND', 'REPORT', 'M-SEARCH', 'MKCOL', 'UNLOCK'] as const
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', ...rare]
  const shopPath = '/v2/api/shopping-minmin'
  const paths: ((n: number) => string)[] = [
    (n) => `/marked-${n}`,
    (n) => `/marked${n}/marked${n + 1}.php?marked=${n}`,
    (n) => `${shopPath}/marked${n}/order/marked-${n}`,
    (n) => `${shopPath}/order/marked-${n}?q=marked`,
    (n) => `${shopPath}/product/marked${n}`,
    (n) => `${shopPath}/products?page=${n}&category=marked${n}`,
    (n) => `${shopPath}/admin/order/marked${n}/parcel/marked${n}`,
    (n) => `/v2/api/marked${n}/products`,
    (n) => `/uploads/marked${n}.jpg`,
    (n) => `/%E6%A8%99%E8%A8%98marked${n}/%2e%2e/marked`,
  ]
  const answered = async () => {
    return samplesOf(await scrape(address))
      .filter(({ name }) => name === 'minmin_http_requests_total')
      .reduce((sum, { value }) => sum + value, 0)
  }
  const routesOf = (samples: ReturnType<typeof samplesOf>) =>
    new Set(samples.map(({ labels }) => labels.route ?? 'unknown'))
  // Tests before this one, in the same process, counted requests of other shops.
  const foreign = routesOf(samplesOf(await scrape(address)))
  const before = await answered()
  const requests = 10_000
  const atOnce = 50
  for (let start = 0; start < requests; start += atOnce) {
    await Promise.all(
      Array.from({ length: atOnce }, async (_, k) => {
        const n = start + k
        await shop.app.inject({
          method: methods[n % methods.length] as 'GET',
          url: paths[Math.floor(n / methods.length) % paths.length]?.(n) ?? '/',
          headers: { 'user-agent': `marked${n}`, 'x-request-id': `marked${n}`, origin: 'marked' },
          remoteAddress: `10.${n % 250}.${Math.floor(n / 250)}.7`,
        })
      }),
    )
  }
  expect((await answered()) - before).toBe(requests)
  const text = await scrape(address)
  const samples = samplesOf(text)
  expect(samples.length).toBeLessThanOrEqual(5_000)
  const values = new Set(samples.flatMap(({ labels }) => Object.values(labels)))
  const parts = [...values].filter((value) => /mark|標記|%|\?|\b10\.\d+\.\d+\.7\b/i.test(value))
  expect(parts).toEqual([])
  // Methods and states are the words of a list; a route is a template that the shop knows, or unknown.
  const ofRequests = samples.filter(({ name }) => name === 'minmin_http_requests_total')
  const wordsOf = (label: string) => new Set(ofRequests.map(({ labels }) => labels[label] ?? ''))
  const known = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'other']
  expect([...wordsOf('method')].filter((word) => !known.includes(word))).toEqual([])
  expect([...wordsOf('status')].filter((word) => !/^[2-5]xx$/.test(word))).toEqual([])
  const templates = [...routesOf(ofRequests)].filter(
    (route) => route !== 'unknown' && !foreign.has(route),
  )
  expect(
    templates.filter(
      (url) => !methods.some((method) => shop.app.hasRoute({ method: method as 'GET', url })),
    ),
  ).toEqual([])
})

it('leaves out what the database tells while it is away, and answers at once (METRICS-06)', async () => {
  const hangs = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise((resolve) => hangs.once('listening', resolve))
  onTestFinished(() => void hangs.close())
  const { port } = hangs.address() as { port: number }
  const address = await serve({ databaseUrl: `postgres://minmin@127.0.0.1:${port}/minmin` })
  const samples = samplesOf(await scrape(address))
  expect(samples.some(({ name }) => name === 'minmin_jobs_oldest_seconds')).toBe(false)
  expect(samples.some(({ name }) => name === 'minmin_http_requests_total')).toBe(true)
})

it('mails that no node sends are waiting jobs, and late ones only with a mail server (METRICS-04)', async () => {
  await shop.database.pool.query(
    `insert into pgboss.job (name, start_after) values ('mail.send', now() - interval '1 hour')`,
  )
  const read = async (sendsMail: boolean) => {
    const samples = samplesOf(await scrape(await serve({ sendsMail })))
    return {
      waiting: sum(samples, 'minmin_jobs_waiting', { job: 'mail.send' }),
      isLate: sum(samples, 'minmin_jobs_oldest_seconds') >= 3_600,
    }
  }
  const kept = await read(false)
  expect(kept).toMatchObject({ isLate: false })
  expect(kept.waiting).toBeGreaterThan(0)
  expect(await read(true)).toMatchObject({ isLate: true })
})
