import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openBenchShop } from './bench-shop.ts'
import { provenance, saveReport, table } from './report.ts'
import { fillShop } from './scale-data.ts'
import { ShopClient } from './shop-client.ts'
import { readQuietly, untilState, watchRun } from './watch-run.ts'

/** Measures a CSV import and export, and the latency of concurrent requests for the product list. */
export async function runFilesBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      products: { type: 'string', default: '10000' },
      orders: { type: 'string', default: '200000' },
    },
  })
  const [products, orders] = [Number(values.products), Number(values.orders)]
  const shop = await openBenchShop({
    webDir: join(tmpdir(), 'minmin-without-web'),
    env: { DEMO: '0' },
  })
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 3 })
  try {
    const { address } = shop.server
    const token = await new ShopClient(address).adminToken()
    await fillShop(shop.databaseUrl, { products: 1_000, orders })
    const before = await readQuietly(address)
    const exported = await post(address, token, '/admin/export', { data: { kind: 'orders' } })
    const written = await watchRun(shop, db, exported)
    const checked = await post(address, token, '/admin/import/products', productFile(products))
    await untilState(db, checked, 'ready')
    await post(address, token, `/admin/run/${checked}/start`, { data: {} })
    const applied = await watchRun(shop, db, checked)
    const line = (name: string, { seconds, p99, grownMb }: typeof applied) => [
      name,
      ...[seconds, before, p99, grownMb].map((number) => number.toFixed(1)),
    ]
    const text = [
      '# Files of the back office',
      ...provenance(),
      '',
      'The list of products, one reader, in ms; by how many MB the server grew.',
      '',
      table(
        ['what', 's', 'list p99 before', 'list p99 meanwhile', 'MB'],
        [
          line(`export of ${orders} orders`, written),
          line(`import of ${products} products`, applied),
        ],
      ),
    ].join('\n')
    console.log(text)
    console.log(`\nKept in ${saveReport('files', text)}`)
  } finally {
    await db.end()
    await shop.close()
  }
}

function productFile(count: number): FormData {
  const heading = '編號,標題,分類,單位,原價,售價,啟用'
  const lines = Array.from({ length: count }, (_, n) => `,匯入商品 ${n},茶,包,100,80,是`)
  const form = new FormData()
  form.append('file', new Blob([[heading, ...lines].join('\r\n')]), 'products.csv')
  return form
}

/** The id of the run that a call has started, or of which it is. */
async function post(
  address: string,
  token: string,
  path: string,
  body: object | FormData,
): Promise<string> {
  const isForm = body instanceof FormData
  const response = await fetch(new URL(ShopClient.path(path), address), {
    method: 'POST',
    headers: { authorization: token, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  // The reply is as the contract documents it.
  const { run } = (await response.json()) as { run?: { id: string } }
  return run?.id ?? ''
}
