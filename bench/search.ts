import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { rebuildIndex } from '../src/server/search/index-work.ts'
import { ServerProcess } from '../tests/harness/server-process.ts'
import { percentile, provenance, resultsFolder, saveReport, table } from './report.ts'
import { fillCatalogue, frequentWords } from './search-data.ts'
import { ShopClient } from './shop-client.ts'

const full = { products: 1_000_000, requests: 40 }
const budgetMs = 50

/** Latencies of search, suggestions, and sorted and filtered lists, from the database each time. */
export async function runSearchBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      products: { type: 'string', default: String(full.products) },
      requests: { type: 'string', default: String(full.requests) },
      results: { type: 'string', default: resultsFolder },
    },
  })
  const products = Number(values.products)
  const folder = await mkdtemp(join(tmpdir(), 'minmin-search-'))
  await mkdir(folder, { recursive: true })
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} })
  const env = { DATABASE_URL: postgres.url, DEMO: '0' }
  const server = await ServerProcess.over(join(folder, 'shop'), { env })
  server.endedByItself.catch(() => undefined)
  const db = new pg.Client({ connectionString: postgres.url })
  try {
    await server.start()
    await db.connect()
    const rebuildSeconds = await fill(db, products)
    const rows = await measure(server.address, db, Number(values.requests))
    const text = report(products, rebuildSeconds, rows)
    console.log(text)
    const isWhole = products === full.products && values.requests === String(full.requests)
    if (isWhole) console.log(`\nKept in ${saveReport('search', text, values.results)}`)
  } finally {
    await db.end()
    await server.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(db: pg.Client, products: number): Promise<number> {
  console.error(`filling ${products} products`)
  await fillCatalogue(db, products)
  const since = performance.now()
  await rebuildIndex(db, (line) => console.error(line))
  const seconds = (performance.now() - since) / 1_000
  await db.query('vacuum (analyze)')
  return seconds
}

interface Row {
  name: string
  p50: number
  p95: number
}

async function measure(address: string, db: pg.Client, requests: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of workloads()) {
    const latencies: number[] = []
    for (let made = 0; made < requests + 3; made++) {
      await db.query("select pg_notify('catalog_changed', '')")
      const since = performance.now()
      const response = await fetch(new URL(path(made), address))
      await response.arrayBuffer()
      // The first ones warm up.
      if (made >= 3) latencies.push(performance.now() - since)
      if (!response.ok) throw new Error(`${name}: ${response.status}`)
    }
    rows.push({ name, p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) })
  }
  return rows
}

/** Searches by their number of characters and hits; each order, filter and the last page. */
function workloads(): [string, (made: number) => string][] {
  const search = (q: string, more = '') =>
    ShopClient.path(`/search?q=${encodeURIComponent(q)}${more}`)
  const { everywhere, oneCharacter, twoCharacters, phrase, rare } = frequentWords
  const named: [string, string][] = [
    ['the most frequent character', everywhere],
    ['one character', oneCharacter],
    ['two characters', twoCharacters],
    ['a phrase', phrase],
    ['several words', `${oneCharacter} ${twoCharacters}`],
    ['a rare word', rare],
    ['nothing', '烏克麗麗'],
  ]
  const sorts = ['relevance', 'new', 'bestselling', 'price_asc', 'price_desc']
  return [
    ...named.flatMap(([name, q]) =>
      sorts.map((sort): [string, () => string] => [
        `${name}, ${sort}`,
        () => search(q, `&sort=${sort}`),
      ]),
    ),
    ...named.map(([name, q]): [string, () => string] => [
      `${name}, filtered`,
      () => search(q, '&min_price=200&max_price=400&in_stock=1'),
    ]),
    ['the most frequent character, page 84', () => search(everywhere, '&page=84')],
    ...named.map(([name, q]): [string, () => string] => [
      `suggestions, ${name}`,
      () => ShopClient.path(`/search/suggestions?q=${encodeURIComponent(q)}`),
    ]),
    ...sorts.slice(1).flatMap((sort): [string, (made: number) => string][] => [
      [
        `list, ${sort}`,
        (made) => ShopClient.path(`/products?sort=${sort}&page=${1 + (made % 84)}`),
      ],
      [
        `list, ${sort}, filtered`,
        (made) =>
          ShopClient.path(
            `/products?sort=${sort}&min_price=200&in_stock=1&page=${1 + (made % 84)}`,
          ),
      ],
    ]),
  ]
}

function report(products: number, rebuildSeconds: number, rows: Row[]): string {
  const over = rows.filter(({ p95 }) => p95 > budgetMs).map(({ name }) => name)
  return [
    '# Search',
    '',
    ...provenance(),
    `- ${products} products; the index was rebuilt in ${rebuildSeconds.toFixed(0)} s`,
    `- milliseconds, one request after another; over ${budgetMs} ms at p95: ${over.join('; ') || 'none'}`,
    '',
    table(
      ['request', 'p50', 'p95'],
      rows.map(({ name, p50, p95 }) => [name, p50.toFixed(1), p95.toFixed(1)]),
    ),
  ].join('\n')
}
