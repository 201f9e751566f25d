import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createId } from '../src/server/db/id.ts'
import { openBenchShop } from './bench-shop.ts'
import { provenance, saveReport, table } from './report.ts'
import { ShopClient } from './shop-client.ts'
import { readQuietly, watchRun } from './watch-run.ts'

/** Measures a bulk run over orders, and the latency of concurrent requests for the product list. */
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
    const before = await readQuietly(address)
    const runId = await startShipping(address, await client.adminToken(), ids)
    const { seconds, p99 } = await watchRun(shop, db, runId)
    const text = [
      `# Marking ${count} orders as shipped`,
      ...provenance(),
      '',
      'Seconds from the start of the run to its end; the list of products, one reader, in ms.',
      '',
      table(
        ['run s', 'orders a second', 'list p99 before', 'list p99 meanwhile'],
        [[seconds.toFixed(1), (count / seconds).toFixed(0), before.toFixed(1), p99.toFixed(1)]],
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
    `insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
        user_extra, extra, state, payment_state, paid_at, payment_method)
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
