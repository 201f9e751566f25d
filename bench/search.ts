import { parseArgs } from 'node:util'
import type pg from 'pg'
import { bigShopOptions, openBigShop } from './big-shop.ts'
import { percentile, provenance, resultsFolder, saveReport, table } from './report.ts'
import { frequentWords } from './search-data.ts'
import { ShopClient } from './shop-client.ts'

const full = { products: 1_000_000, requests: 40 }
const budgetMs = 50

/** Latencies of search, suggestions, and sorted and filtered lists, from the database each time. */
export async function runSearchBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...bigShopOptions,
      requests: { type: 'string', default: String(full.requests) },
      results: { type: 'string', default: resultsFolder },
    },
  })
  const products = Number(values.products)
  const shop = await openBigShop({ products, data: values.data })
  try {
    const rows = await measure(shop.server.address, shop.db, Number(values.requests))
    const text = report(products, shop.rebuildSeconds, rows)
    console.log(text)
    const isWhole = products === full.products && values.requests === String(full.requests)
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
