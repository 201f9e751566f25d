import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { createListQuery } from '../src/server/testing/list-queries.ts'
import { randomFrom } from '../tests/harness/random.ts'
import { type Call, listCalls, reportCalls } from './owner-requests.ts'
import { openOwnerShop } from './owner-shop.ts'
import { percentile, provenance, resultsFolder, saveReport, table } from './report.ts'
import { ShopClient } from './shop-client.ts'

const full = { size: 100_000, customers: 30_000, queries: 10_000, rounds: 4 }
const seed = 20_261_122
/**
 * In ms, p95: of a list with its filters, of a call of the dashboard; of any generated query, at most.
 * Ten times 100,000 orders may take longer.
 */
const budgetsOf = (size: number) =>
  size > 100_000
    ? { lists: 1_000, dashboard: 5_000, query: 2_000 }
    : { lists: 200, dashboard: 500, query: 1_000 }

/** The back office of a large shop: its lists under every filter, its dashboard, any query. */
export async function runOwnerBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      size: { type: 'string', default: String(full.size) },
      customers: { type: 'string', default: String(full.customers) },
      queries: { type: 'string', default: String(full.queries) },
      rounds: { type: 'string', default: String(full.rounds) },
      /** Of the names of what is measured. */
      only: { type: 'string', default: '' },
      /** A folder in which the filled database stays for the next run. */
      data: { type: 'string' },
      results: { type: 'string', default: resultsFolder },
    },
  })
  const size = Number(values.size)
  const customers = Number(values.customers)
  const shop = await openOwnerShop(values.data, { products: size, orders: size, customers })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const { address } = shop.server
    const token = await new ShopClient(address).adminToken()
    const read = (path: string) => timed(new URL(ShopClient.path(path), address), token, agent)
    const calls = [...reportCalls(), ...(await listCalls(shop.db))]
    const measured = calls.filter(({ name }) => name.includes(values.only))
    const rows = await measure(measured, read, Number(values.rounds))
    const fuzzed = await measureQueries(read, Number(values.queries), budgetsOf(size).query)
    const text = report({ size, customers, rows, fuzzed, database: await databaseSize(shop.db) })
    console.log(text)
    const isWhole = size === full.size && values.only === ''
    if (isWhole) console.log(`\nKept in ${saveReport('owner', text, values.results)}`)
  } finally {
    agent.destroy()
    await shop.close()
  }
}

interface Answer {
  status: number
  ms: number
}

async function timed(url: URL, token: string, agent: Agent): Promise<Answer> {
  const begin = performance.now()
  const call = request(url, { agent, headers: { authorization: token } })
  call.end()
  const [response] = await once(call, 'response')
  for await (const _ of response);
  return { status: response.statusCode, ms: performance.now() - begin }
}

interface Row extends Call {
  latencies: number[]
  /** Answers other than 200, such as those of a statement that took too long. */
  failures: number
}

async function measure(
  calls: readonly Call[],
  read: (path: string) => Promise<Answer>,
  rounds: number,
): Promise<Row[]> {
  const rows = calls.map((call): Row => ({ ...call, latencies: [], failures: 0 }))
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const row of rows) {
      const { path, pages, latencies } = row
      for (let page = 1; page <= pages; page++) {
        const at = pages > 1 ? `${path}&page=${page}` : path
        const { status, ms } = await read(at)
        if (round > 0) latencies.push(ms)
        if (status !== 200) row.failures++
      }
    }
    console.error(`round ${round} of ${rounds}`)
  }
  return rows
}

interface Fuzzed {
  latencies: number[]
  /** Those over the budget, and answers that are no answers. */
  slow: string[]
  failed: string[]
}

async function measureQueries(
  read: (path: string) => Promise<Answer>,
  count: number,
  budget: number,
): Promise<Fuzzed> {
  const random = randomFrom(seed)
  const fuzzed: Fuzzed = { latencies: [], slow: [], failed: [] }
  for (let made = 0; made < count; made++) {
    const { list, query } = createListQuery(random)
    const path = `/admin/${list}?${query}`
    const { status, ms } = await read(path)
    fuzzed.latencies.push(ms)
    if (status >= 500) fuzzed.failed.push(`${status} ${path}`)
    if (ms > budget) fuzzed.slow.push(`${ms.toFixed(0)} ms ${path}`)
  }
  return fuzzed
}

async function databaseSize(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  return rows[0]?.size ?? ''
}

const shownSlow = 20

function report(of: {
  size: number
  customers: number
  rows: Row[]
  fuzzed: Fuzzed
  database: string
}): string {
  const { rows, fuzzed } = of
  const budgets = budgetsOf(of.size)
  const budgetOf = ({ group }: Call) => (group === 'dashboard' ? budgets.dashboard : budgets.lists)
  const groups = [...new Set(rows.map(({ group }) => group))]
  const all = (group: string) =>
    rows.filter((row) => row.group === group).flatMap(({ latencies }) => latencies)
  const over = rows.filter((row) => percentile(row.latencies, 0.95) > budgetOf(row))
  const sorted = over.toSorted(
    (a, b) => percentile(b.latencies, 0.95) - percentile(a.latencies, 0.95),
  )
  const failed = rows.flatMap(({ name, failures }) => {
    return failures > 0 ? [`${failures} of \`${name}\``] : []
  })
  const line = (name: string, latencies: readonly number[]) => [
    name,
    String(latencies.length),
    ...[0.5, 0.95, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1)),
  ]
  const head = ['what', 'calls', 'p50', 'p95', 'p99', 'max']
  return [
    '# The back office of a large shop',
    '',
    ...provenance(),
    `- ${of.size} products, as many orders, ${of.customers} customers; ${of.database}`,
    '- milliseconds, one request after another',
    '',
    table(
      head,
      groups.map((group) => line(group, all(group))),
    ),
    '',
    `Over their budget at p95 (${budgets.lists} ms a list, ${budgets.dashboard} the dashboard): ${over.length} of ${rows.length}.`,
    '',
    table(
      head,
      sorted.slice(0, shownSlow).map(({ name, latencies }) => line(name, latencies)),
    ),
    '',
    `Answers other than 200: ${failed.length === 0 ? 'none' : failed.join(', ')}.`,
    `Of ${fuzzed.latencies.length} generated queries (seed ${seed}) ${fuzzed.failed.length} failed and ${fuzzed.slow.length} took more than ${budgets.query} ms; p95 ${percentile(fuzzed.latencies, 0.95).toFixed(1)}, p99 ${percentile(fuzzed.latencies, 0.99).toFixed(1)}.`,
    ...[...fuzzed.failed, ...fuzzed.slow].slice(0, shownSlow).map((text) => `- \`${text}\``),
  ].join('\n')
}
