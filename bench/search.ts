import { parseArgs } from 'node:util'
import type pg from 'pg'
import { bigShopOptions, openBigShop } from './big-shop.ts'
import { type EarlyAnswer, openBurstApart } from './burst.ts'
import type { Call } from './load.ts'
import { percentile, provenance, resultsFolder, saveReport, table } from './report.ts'
import {
  budgetMs,
  listWorkloads,
  manySearches,
  searchWorkloads,
  type Workload,
} from './search-workloads.ts'
import { ShopClient } from './shop-client.ts'
import { readQuietly, timeProducts } from './watch-run.ts'

const full = { products: 100_000, requests: 40 }

/** Latencies of search, suggestions, and sorted and filtered lists, from the database each time. */
export async function runSearchBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...bigShopOptions,
      products: { type: 'string', default: String(full.products) },
      requests: { type: 'string', default: String(full.requests) },
      /** Of the names of what is measured; then no bursts are. */
      only: { type: 'string', default: '' },
      results: { type: 'string', default: resultsFolder },
    },
  })
  const products = Number(values.products)
  const shop = await openBigShop({ products, data: values.data })
  try {
    const { address } = shop.server
    const all = [...searchWorkloads(), ...listWorkloads()]
    const measured = all.filter(([name]) => name.includes(values.only))
    const rows = await measure(address, shop.db, measured, Number(values.requests))
    const bursts =
      values.only === ''
        ? [
            await measureBursts('searches', address, Array(5).fill(searchCalls())),
            await measureBursts('cards', address, [await cardCalls(address)]),
          ]
        : []
    const text = report(products, shop.termsSeconds, rows, bursts)
    console.log(text)
    const isWhole =
      products === full.products && values.requests === String(full.requests) && values.only === ''
    if (isWhole) console.log(`\nKept in ${saveReport('search', text, values.results)}`)
  } finally {
    await shop.close()
  }
}

interface Row {
  name: string
  p50: number
  p95: number
}

async function measure(
  address: string,
  db: pg.Client,
  workloads: readonly Workload[],
  requests: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of workloads) {
    const latencies: number[] = []
    // The first ones warm up.
    for (let made = -3; made < requests; made++) {
      await db.query("select pg_notify('catalog_changed', '')")
      const since = performance.now()
      const response = await fetch(new URL(path(Math.max(0, made)), address))
      await response.arrayBuffer()
      if (made >= 0) latencies.push(performance.now() - since)
      if (!response.ok) throw new Error(`${name}: ${response.status}`)
    }
    rows.push({ name, p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) })
  }
  return rows
}

function searchCalls(): Call[] {
  const path = ShopClient.path(`/search?q=${encodeURIComponent(manySearches)}`)
  return Array.from({ length: 1_000 }, () => ({ method: 'GET', path }))
}

/** Of products whose cards nobody has asked for. */
async function cardCalls(address: string): Promise<Call[]> {
  const pages = await Promise.all(
    Array.from({ length: 20 }, async (_, page) => {
      const response = await fetch(
        new URL(ShopClient.path(`/products?page=${page + 1}&sort=new`), address),
      )
      const { products } = (await response.json()) as { products: { id: string }[] }
      return products
    }),
  )
  const unknown = '0'.repeat(16)
  const paths = pages.flat().map(async ({ id }) => {
    const url = new URL(`/cards/product/${encodeURIComponent(id)}-${unknown}.jpg`, address)
    const { headers } = await fetch(url, { redirect: 'manual' })
    return headers.get('location') ?? ''
  })
  return (await Promise.all(paths)).slice(0, 200).map((path) => ({ method: 'GET', path }))
}

/** The list's p99 before, and while all calls of a burst are asked for in one moment. */
async function measureBursts(name: string, address: string, bursts: Call[][]): Promise<string[]> {
  const before = await readQuietly(address)
  const during: number[] = []
  const answers: EarlyAnswer[] = []
  for (const calls of bursts) {
    const burst = await openBurstApart(address, calls)
    let isOver = false
    const reading = timeProducts(address, () => !isOver)
    answers.push(...(await burst.send()))
    isOver = true
    during.push(...(await reading))
  }
  const refused = answers.filter(({ status }) => status === 503).length
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  const other = answers.filter(({ status }) => status !== 200 && status !== 503).length
  if (other > 0) throw new Error(`${other} ${name} were neither answered nor refused`)
  const figures = [before, percentile(during, 0.99), slowest].map((ms) => ms.toFixed(1))
  const times = bursts.length > 1 ? `${bursts.length} times ` : ''
  return [`${times}${bursts[0]?.length} ${name}`, String(refused), ...figures]
}

function report(products: number, termsSeconds: number, rows: Row[], bursts: string[][]): string {
  const over = rows.filter(({ p95 }) => p95 > budgetMs).map(({ name }) => name)
  return [
    '# Search',
    '',
    ...provenance(),
    `- ${products} products; their terms were written in ${termsSeconds.toFixed(0)} s`,
    `- milliseconds, one request after another; over ${budgetMs} ms at p95: ${over.join('; ') || 'none'}`,
    '',
    table(
      ['request', 'p50', 'p95'],
      rows.map(({ name, p50, p95 }) => [name, p50.toFixed(1), p95.toFixed(1)]),
    ),
    '',
    'Asked for in one moment: how many were refused with 503, p99 of the list of products before and meanwhile, and the slowest first byte, in ms.',
    '',
    table(['what', '503', 'list before', 'list meanwhile', 'slowest'], bursts),
  ].join('\n')
}
