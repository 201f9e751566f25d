import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createId } from '../src/server/db/id.ts'
import { openBenchShop } from './bench-shop.ts'
import { provenance, saveReport, table } from './report.ts'
import { ShopClient } from './shop-client.ts'

const quietReads = 300
const pauseMs = 10

/** Duration of a run over many orders, and the latency of the product list meanwhile. */
export async function runRunsBench(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { orders: { type: 'string', default: '10000' } } })
  const count = Number(values.orders)
  const shop = await openBenchShop({
    webDir: join(tmpdir(), 'minmin-without-web'),
    // Every order gets a mail.
    env: { DEVELOPMENT: '1' },
  })
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 })
  try {
    const { address } = shop.server
    const client = new ShopClient(address)
    const [product] = await client.products()
    if (!product) throw new Error('the shop has no product')
    const ids = await writePaidOrders(db, product.id, count)
    const before = await readProducts(address, (reads) => reads < quietReads)
    const runId = await startShipping(address, await client.adminToken(), ids)
    const startedAt = performance.now()
    let seconds: number | undefined
    const watching = untilDone(db, runId).then(() => {
      seconds = (performance.now() - startedAt) / 1_000
    })
    const meanwhile = await readProducts(address, () => seconds === undefined)
    await watching
    const text = [
      `# Marking ${count} orders as shipped`,
      ...provenance(),
      '',
      'Seconds from the start of the run to its end; the list of products, one reader, in ms.',
      '',
      table(
        ['run s', 'orders a second', 'list p99 before', 'list p99 meanwhile'],
        [
          [
            (seconds ?? 0).toFixed(1),
            (count / (seconds ?? 1)).toFixed(0),
            before.toFixed(1),
            meanwhile.toFixed(1),
          ],
        ],
      ),
    ].join('\n')
    process.stdout.write(`${text}\n`)
    process.stdout.write(`${saveReport('runs', text)}\n`)
  } finally {
    await db.end()
    await shop.close()
  }
}

/** Orders of one piece each that are paid for, as an order by hand leaves them. */
async function writePaidOrders(db: pg.Pool, productId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => createId())
  await db.query(
    `insert into stock (product_id, on_hand, held) values ($1, 900000, $2)
      on conflict (product_id) do update set on_hand = 900000, held = stock.held + $2`,
    [productId, count],
  )
  await db.query(
    `insert into orders (id, owner, total, message, user_name, user_email, user_tel, user_address,
        user_extra, extra, order_state, state, paid_at, payment_method)
      select id, 'g:' || id, 100, '', '王小明', id || '@example.com', '0912345678', '台北市', '{}', '{}',
        'paid', 'paid', now(), 'manual' from unnest($1::text[]) as wanted(id)`,
    [ids],
  )
  await db.query(
    `insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
      select id, id, $2, 1, 100, 100, '{"title":"商品","unit":"個","price":100}'
      from unnest($1::text[]) as wanted(id)`,
    [ids, productId],
  )
  await db.query(
    `insert into stock_holds (order_id, product_id, qty)
      select id, $2, 1 from unnest($1::text[]) as wanted(id)`,
    [ids, productId],
  )
  await db.query('analyze')
  return ids
}

async function startShipping(
  address: string,
  token: string,
  ids: readonly string[],
): Promise<string> {
  const asked = { kind: 'orders', action: 'ship', ids, input: { carrier: 'own' } }
  const response = await fetch(new URL(ShopClient.path('/admin/run'), address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ data: asked }),
  })
  // The reply is as the contract documents it.
  const { run } = (await response.json()) as { run?: { id: string } }
  if (!run) throw new Error(`the run was not started: ${response.status}`)
  return run.id
}

async function untilDone(db: pg.Pool, runId: string): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ state: string; failed: number }>(
      'select state, failed from runs where id = $1',
      [runId],
    )
    if (rows[0]?.state === 'done') {
      if (rows[0].failed > 0) throw new Error(`${rows[0].failed} orders were not shipped`)
      return
    }
    await delay(50)
  }
}

/** The 99th percentile of reading the list of products, in ms. */
async function readProducts(address: string, goesOn: (reads: number) => boolean): Promise<number> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const startedAt = performance.now()
    const response = await fetch(new URL(ShopClient.path('/products'), address))
    await response.arrayBuffer()
    times.push(performance.now() - startedAt)
    await delay(pauseMs)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? 0
}
