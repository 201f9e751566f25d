import pg from 'pg'
import { createId } from '../src/server/db/id.ts'
import { orderTerms } from '../src/server/orders/order-terms.ts'
import { holdStatement, lockStatement } from '../src/server/stock/stock-holds.queries.ts'
import { type Measured, summary } from './load.ts'

interface CartRow {
  id: string
  qty: number
  product: { id: string; price: number }
}

/** Every order of this bench has the same terms. */
const terms = orderTerms({
  id: createId(),
  number: '261128-12345',
  num: 12_345,
  contactName: '王小明',
  userEmail: 'wang@example.com',
  userTel: '0912345678',
  titles: ['手感馬克杯'],
})

const statements = {
  lock: 'select coupon_id from carts where owner = $1 for update',
  read: `select line.id, line.qty, to_jsonb(product) - 'search_terms' as product, stock.on_hand - stock.held as left
    from cart_lines as line join products as product on product.id = line.product_id
    left join stock on stock.product_id = line.product_id
    where line.owner = $1 order by line.id`,
  order: `insert into orders (id, owner, total, message, contact_name, user_email, user_tel,
      user_address, user_extra, extra, search_terms)
    values ($1, $2, $3, '請於下午送達', '王小明', 'wang@example.com', '0912345678',
      '台北市信義路', '{}', '{}', $4) returning number, created_at`,
  lines: `insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
    select $1, line.id, line.product ->> 'id', line.qty, line.total, line.total, line.product
    from jsonb_to_recordset($2) as line (id text, qty integer, total bigint, product jsonb)`,
  event: `insert into order_events (order_id, kind, actor, detail)
    values ($1, 'created', $2, '{"after": {"total": 1}}')`,
  empty: 'delete from cart_lines where owner = $1',
  coupon: 'update carts set coupon_id = null, updated_at = now() where owner = $1',
  lockStock: lockStatement,
  hold: holdStatement,
}

/** The statements of an order of counted lines, as the shop pipelines them; one cart an order. */
export async function driveOrderSql(
  databaseUrl: string,
  connections: number,
  carts: { owners: readonly string[]; products: readonly { id: string }[] },
): Promise<Measured> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: databaseUrl, pipeline: true }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  const waiting = [...carts.owners]
  const snapshots = new Map(carts.products.map((product) => [product.id, product]))
  const latencies: number[] = []
  const begin = performance.now()
  try {
    await Promise.all(
      clients.map(async (client) => {
        for (let owner = waiting.pop(); owner !== undefined; owner = waiting.pop()) {
          const start = performance.now()
          await placeOrder(client, owner, snapshots)
          latencies.push(performance.now() - start)
        }
      }),
    )
    const measured = summary(latencies, performance.now() - begin)
    return { ...measured, cpuMsPerRequest: undefined, failures: 0 }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** The lines carry products as the shop gives them, since other workloads read these orders. */
async function placeOrder(
  client: pg.Client,
  owner: string,
  snapshots: ReadonlyMap<string, object>,
): Promise<void> {
  const run = <Row extends pg.QueryResultRow>(name: keyof typeof statements, values: unknown[]) =>
    client.query<Row>({ name, text: statements[name], values })
  const [, , { rows }] = await Promise.all([
    client.query('begin'),
    run('lock', [owner]),
    run<CartRow>('read', [owner]),
  ])
  const id = createId()
  const lines = rows.map(({ id: lineId, qty, product }) => {
    return { id: lineId, qty, total: product.price * qty, product: snapshots.get(product.id) }
  })
  const total = lines.reduce((sum, line) => sum + line.total, 0)
  const products = rows.map(({ product }) => product.id)
  const quantities = lines.map(({ qty }) => qty)
  await Promise.all([
    run('order', [id, owner, total, terms]),
    run('lines', [id, JSON.stringify(lines)]),
    run('event', [id, owner]),
    run('empty', [owner]),
    run('coupon', [owner]),
    run('lockStock', [products]),
    run('hold', [id, products, quantities, owner, null]),
  ])
  await client.query('commit')
}
