import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { ServerProcess } from '../tests/harness/server-process.ts'
import { memoryMb } from './processes.ts'
import { median, percentile, provenance, resultsFolder, saveReport, table } from './report.ts'
import { fillShop, type ShopSize } from './scale-data.ts'
import { processorTimes, used } from './scale-processor.ts'
import { drawsOf, type Kind, kindsOf, sampleOwner } from './scale-requests.ts'
import { admin, ShopClient } from './shop-client.ts'

/** One shop of one size, with a server and a database of its own. */
interface SizedShop {
  size: ShopSize
  server: ServerProcess
  db: pg.Client
  /** Has one connection, so that one request follows another. */
  agent: Agent
  kinds: Kind[]
  latencies: Map<Kind, number[]>
  /** Of the processors, a request, one figure a round: server and database together. */
  work: Map<Kind, number[]>
}

const full = { sizes: '100,10000,1000000', orders: 1_000_000, rounds: 6, requests: 60 }

/** Latencies of shoppers and administrators, and memory, as the tables grow. */
export async function runScaleBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: full.sizes },
      orders: { type: 'string', default: String(full.orders) },
      rounds: { type: 'string', default: String(full.rounds) },
      results: { type: 'string', default: resultsFolder },
      data: { type: 'string', default: '' },
    },
  })
  const most = Number(values.orders)
  const sizes = values.sizes.split(',').map(Number)
  // A named folder is not removed, and a filled one is not filled again.
  const folder = values.data || (await mkdtemp(join(tmpdir(), 'minmin-scale-')))
  await mkdir(folder, { recursive: true })
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} })
  const shops: SizedShop[] = []
  try {
    for (const products of sizes) {
      const size = { products, orders: Math.min(most, products) }
      console.error(`filling ${products} products and ${size.orders} orders`)
      shops.push(await openShop(folder, postgres.url, size))
    }
    await measure(shops, Number(values.rounds))
    const text = await report(shops)
    console.log(text)
    const isWhole = values.sizes === full.sizes && most === full.orders
    if (isWhole) console.log(`\nKept in ${saveReport('scale', text, values.results)}`)
  } finally {
    for (const { server, db, agent } of shops) {
      agent.destroy()
      await db.end()
      await server.stop()
    }
    await postgres.stop()
    if (!values.data) await rm(folder, { recursive: true, force: true })
  }
}

async function openShop(folder: string, serverUrl: string, size: ShopSize): Promise<SizedShop> {
  const url = new URL(serverUrl)
  const isNew = await createDatabase(serverUrl, `shop_${size.products}`)
  url.pathname = `/shop_${size.products}`
  const env = {
    DATABASE_URL: url.href,
    DEMO: '0',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  }
  const server = await ServerProcess.over(join(folder, `shop-${size.products}`), { env })
  // Code that waits for its start or its answers is rejected when it exits.
  server.endedByItself.catch(() => undefined)
  await server.start()
  if (isNew) await fillShop(url.href, size)
  const db = new pg.Client({ connectionString: url.href })
  await db.connect()
  const { adminToken, memberToken } = await signIn(server.address, db)
  const sample = 'select id from products where is_enabled order by md5(id) limit 5000'
  const { rows } = await db.query<{ id: string }>(sample)
  const productIds = rows.map(({ id }) => id)
  const kinds = kindsOf({ size, productIds, adminToken, memberToken })
  const latencies = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]))
  const work = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return { size, server, db, agent, kinds, latencies, work }
}

/** False when it is there already. */
async function createDatabase(serverUrl: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
    return rowCount === 0
  } finally {
    await client.end()
  }
}

/** The member gets the orders of one of the generated members. */
async function signIn(address: string, db: pg.Client) {
  const client = new ShopClient(address)
  const owners = `select 'm:' || uid from members`
  await db.query(`update orders set owner = $1 where owner in (${owners})`, [sampleOwner])
  await db.query('delete from members')
  const adminToken = await client.adminToken()
  const { uid, token } = await client.newMember()
  await db.query('update orders set owner = $1 where owner = $2', [`m:${uid}`, sampleOwner])
  return { adminToken, memberToken: token }
}

/** Alternates between the sizes, so that other load on the machine affects all of them. */
async function measure(shops: SizedShop[], rounds: number): Promise<void> {
  const count = shops[0]?.kinds.length ?? 0
  for (let round = 0; round <= rounds; round++) {
    for (let index = 0; index < count; index++) {
      for (const shop of shops) {
        const kind = shop.kinds[index]
        // The first round warms up.
        if (kind) await measureKind(shop, kind, round > 0)
      }
    }
    console.error(`round ${round} of ${rounds}`)
  }
}

async function measureKind(shop: SizedShop, kind: Kind, counts: boolean): Promise<void> {
  const draw = drawsOf(kind)
  const before = await processorTimes(shop.server.pid, shop.db)
  for (let made = 0; made < full.requests; made++) {
    if (kind.cache === 'miss') await evictPages(shop.db)
    const ms = await timed(shop, kind.path(draw()), kind.token)
    if (counts) shop.latencies.get(kind)?.push(ms)
  }
  const spent = used(before, await processorTimes(shop.server.pid, shop.db))
  if (counts) shop.work.get(kind)?.push(spent / full.requests)
}

/**
 * Sends the notification of a change of the catalogue, which the server receives within
 * milliseconds.
 */
async function evictPages(db: pg.Client): Promise<void> {
  await db.query("select pg_notify('catalog_changed', '')")
  await delay(4)
}

async function timed({ server, agent }: SizedShop, path: string, token?: string): Promise<number> {
  const begin = performance.now()
  const call = request(new URL(path, server.address), {
    agent,
    headers: token ? { authorization: token } : {},
  })
  call.end()
  const [response] = await once(call, 'response')
  for await (const _ of response);
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`)
  return performance.now() - begin
}

async function report(shops: SizedShop[]): Promise<string> {
  const [smallest] = shops
  const largest = shops.at(-1)
  if (!smallest || !largest) return ''
  const columns = ['request', 'cache hit']
  for (const { size } of shops) {
    columns.push(`p50 of ${size.products}`, `p99 of ${size.products}`, `CPU of ${size.products}`)
  }
  const rows = smallest.kinds.map((kind, index) => {
    const of = (shop: SizedShop) => shop.latencies.get(shop.kinds[index] ?? kind) ?? []
    const work = (shop: SizedShop) => median(shop.work.get(shop.kinds[index] ?? kind) ?? [])
    const times = shops.flatMap((shop) => [
      percentile(of(shop), 0.5),
      percentile(of(shop), 0.99),
      work(shop),
    ])
    const growth = percentile(of(largest), 0.99) / percentile(of(smallest), 0.99)
    const p95 = percentile(of(largest), 0.95)
    const hit = { hit: 'yes', miss: 'no', none: '' }[kind.cache]
    return [
      kind.name,
      hit,
      ...times.map(toText),
      toText(p95),
      ...[growth, work(largest) / work(smallest)].map((ratio) => ratio.toFixed(1)),
    ]
  })
  columns.push(`p95 of ${largest.size.products}`, 'p99 growth', 'CPU growth')
  const sizes = await Promise.all(shops.map(sizeLine))
  return [
    '# As the tables grow',
    '',
    ...provenance(),
    `- milliseconds, one request after another, ${largest.latencies.get(largest.kinds[0] as Kind)?.length ?? 0} of each kind, the sizes by turns`,
    ...sizes,
    '',
    table(columns, rows),
  ].join('\n')
}

const toText = (ms: number) => ms.toFixed(2)

/** After 3,000 different pages, more than the cache holds. */
async function sizeLine(shop: SizedShop): Promise<string> {
  const { size, server, db } = shop
  const before = await memoryMb(server.pid)
  const pages = Math.max(1, Math.floor((size.products * 0.98) / 12))
  for (let page = 1; page <= 3_000; page++) {
    await timed(shop, ShopClient.path(`/products?page=${1 + (page % pages)}`))
  }
  const after = await memoryMb(server.pid)
  const { rows } = await db.query<{ mb: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as mb',
  )
  return `- ${size.products} products, ${size.orders} orders: database ${rows[0]?.mb}; server ${before?.toFixed(0)} MB, after 3,000 more pages ${after?.toFixed(0)} MB`
}
