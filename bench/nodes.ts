import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { ServerProcess } from '../tests/harness/server-process.ts'
import { startProxy } from './haproxy.ts'
import { drive } from './load.ts'
import { type Met, nothingMet, shop } from './nodes-shopper.ts'
import { keepReport, provenance, resultsFolder, table } from './report.ts'
import { ShopClient } from './shop-client.ts'

/** Two nodes over one PostgreSQL behind HAProxy: throughput by their number, and what breaks. */
export async function runNodesBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      port: { type: 'string', default: '3990' },
      results: { type: 'string', default: resultsFolder },
    },
  })
  const seconds = values.quick ? 2 : 6
  const folder = await mkdtemp(join(tmpdir(), 'minmin-nodes-'))
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} })
  const db = new pg.Pool({ connectionString: postgres.url, max: 2 })
  // It may be told of PostgreSQL's end before its own.
  db.on('error', () => undefined)
  const env = { DATABASE_URL: postgres.url, DRAIN_SECONDS: '2', TRUSTED_PROXIES: '127.0.0.1' }
  // One folder for both: the pictures of all nodes.
  const shared = join(folder, 'shop')
  const nodes = [
    await ServerProcess.over(shared, { env }),
    await ServerProcess.over(shared, { env }),
  ]
  for (const node of nodes) node.endedByItself.catch(() => undefined)
  try {
    for (const node of nodes) await node.start()
    const port = Number(values.port)
    const rates = await measureRates(nodes, port, seconds)
    const met = await breakNodes(nodes, port, seconds)
    const text = report(rates, met, await findings(db, met))
    console.log(text)
    if (!values.quick) console.log(`\nKept in ${keepReport('nodes', text, values.results)}`)
    if (met.failed.length > 0) process.exitCode = 1
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await db.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Rate = { nodes: number; list: string; cart: string }

async function measureRates(all: ServerProcess[], port: number, seconds: number): Promise<Rate[]> {
  const rates: Rate[] = []
  for (const count of [1, 2]) {
    const nodes = all.slice(0, count)
    const addresses = nodes.map(({ address }) => address)
    const proxy = await startProxy(port, addresses)
    try {
      const data = { product_id: await anyProduct(proxy.address), qty: 1 }
      const list = { method: 'GET' as const, path: ShopClient.path('/products?page=1') }
      const add = {
        method: 'POST' as const,
        path: ShopClient.path('/cart'),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      }
      const measure = async (call: typeof list | typeof add) => {
        const load = { callsOfConnections: Array.from({ length: 32 }, () => [call]) }
        const pid = nodes[0]?.pid ?? 0
        const options = { seconds, pid }
        const found = await drive(proxy.address, { ...load, repeat: 'again' }, options)
        return `${found.perSecond.toFixed(0)} req/s, p99 ${found.p99.toFixed(1)} ms, ${found.failures} failed`
      }
      rates.push({ nodes: count, list: await measure(list), cart: await measure(add) })
    } finally {
      await proxy.stop()
    }
  }
  return rates
}

/** The proxy needs a moment to find its nodes. */
async function anyProduct(address: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      const [product] = await new ShopClient(address).products()
      if (product) return product.id
    } catch (error) {
      if (tries === 60) throw error
    }
    await delay(500)
  }
}

/** Under load, one node is killed and started again, and then the other is told to stop. */
async function breakNodes(nodes: ServerProcess[], port: number, seconds: number): Promise<Met> {
  const [first, second] = nodes
  const proxy = await startProxy(
    port,
    nodes.map(({ address }) => address),
  )
  const met = nothingMet()
  let isOver = false
  try {
    const product = await anyProduct(proxy.address)
    const shoppers = Array.from({ length: 16 }, () =>
      shop(proxy.address, product, met, () => isOver),
    )
    await delay(seconds * 500)
    await first?.kill()
    await delay(seconds * 500)
    await first?.start()
    await delay(seconds * 500)
    await second?.stop()
    await delay(seconds * 500)
    await second?.start()
    await delay(seconds * 500)
    isOver = true
    await Promise.all(shoppers)
  } finally {
    await proxy.stop()
  }
  return met
}

/** What the database says about what the shoppers were told. */
async function findings(db: pg.Pool, met: Met): Promise<{ lost: number; double: number }> {
  const { rows } = await db.query<{ id: string }>('select id from orders')
  const ids = new Set(rows.map(({ id }) => id))
  const told = [...met.orders.values()]
  const lost = told.filter((id) => !ids.has(id)).length
  // A cart of one purchase makes one order, so each that nobody was told of would be a second one.
  return { lost, double: ids.size - new Set(told).size }
}

function report(rates: Rate[], met: Met, found: { lost: number; double: number }): string {
  const rows = rates.map(({ nodes, list, cart }) => [String(nodes), list, cart])
  return [
    '# Two nodes behind HAProxy',
    '',
    ...provenance(),
    '- nodes, PostgreSQL, HAProxy and the load share the processors of this one machine',
    '',
    table(['nodes', 'product list', 'add to cart of a new guest'], rows),
    '',
    'One node killed with -9 and started again, then the other stopped with SIGTERM and started again, under 16 shoppers:',
    '',
    `- answered ${met.answered}, of them orders ${met.orders.size}`,
    `- 503 with Retry-After, tried again: ${met.retried}`,
    `- failed otherwise: ${met.failed.length}${met.failed.slice(0, 5).map((one) => `\n  - ${one}`)}`,
    `- orders told and not in the database: ${found.lost}; orders in the database and told to nobody: ${found.double}`,
  ].join('\n')
}
