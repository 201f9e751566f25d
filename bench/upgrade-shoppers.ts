import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createId } from '../src/server/db/id.ts'
import { migrationName } from '../src/server/db/migrate.ts'

export interface Wait {
  ms: number
  statement: string
  /** What the migration was doing when the statement had been answered. */
  during: string
}

interface Shopping {
  statements: number
  /** The longest wait of each kind of statement, the longest first. */
  longest: Wait[]
  faults: string[]
}

type Run = (name: string, text: string, values?: unknown[]) => Promise<pg.QueryResult>

/** The SQL of release 0.1.0 for browsing and for adding to a cart. */
async function browse(run: Run, rows: number): Promise<void> {
  const product = `-N${(1 + Math.floor(Math.random() * rows)).toString(16).padStart(18, '0')}`
  await run(
    'product list',
    `select * from products where is_enabled and deleted_at is null order by id limit 10`,
  )
  await run(
    'count of the list',
    `select n from list_totals where list = 'products on sale' and key = ''`,
  )
  await run('product', 'select * from products where id = $1', [product])
  const owner = `g:${createId()}`
  await run('cart', 'insert into carts (owner) values ($1)', [owner])
  await run(
    'cart line',
    'insert into cart_lines (id, owner, product_id, qty) values ($1, $2, $3, 1)',
    [createId(), owner, product],
  )
}

/** As it places an order, pays it and reads it again. */
async function order(run: Run, rows: number): Promise<void> {
  const id = createId()
  const product = `-N${(1 + Math.floor(Math.random() * rows)).toString(16).padStart(18, '0')}`
  await run('begin', 'begin')
  await run(
    'order',
    `insert into orders (id, owner, total, message, user_name, user_email, user_tel, user_address,
       user_extra, extra) values ($1, 'g:prober', 90, '', '林小姐', 'lin@example.com', '0912345678',
       '台南市', '{}', '{}')`,
    [id],
  )
  await run(
    'order line',
    `insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
     values ($1, '-L1', $2, 1, 90, 90, '{"title": "商品", "unit": "個", "price": 90}')`,
    [id, product],
  )
  await run('commit', 'commit')
  await run('begin', 'begin')
  await run('order for payment', 'select * from orders where id = $1 for update', [id])
  await run(
    'payment',
    `insert into payments (id, order_id, provider, method, amount, status, reference)
     values ($1, $2, 'simulator', 'card', 90, 'succeeded', 'probe')`,
    [createId(), id],
  )
  await run('paid', `update orders set state = 'paid', paid_at = now() where id = $1`, [id])
  await run('commit', 'commit')
  await run(
    'own orders',
    `select * from orders where owner = 'g:prober' and deleted_at is null order by id desc limit 10`,
  )
  await run(
    'lines',
    'select order_id, id, product_id, qty, total, product from order_lines where order_id = $1',
    [id],
  )
}

/** Runs these statements in a loop until stopped; returns the maximum latency of each, in ms. */
export function shopMeanwhile(url: string, rows: number): { stop(): Promise<Shopping> } {
  let isOver = false
  const shopping: Shopping = { statements: 0, longest: [], faults: [] }
  const longest = new Map<string, Wait>()
  const observer = new pg.Client({ connectionString: url, application_name: 'shopper' })
  let doing = ''

  async function observe(): Promise<void> {
    await observer.connect()
    while (!isOver) {
      const { rows: found } = await observer.query<{ query: string }>(
        'select query from pg_stat_activity where application_name = $1 and datname = current_database()',
        [migrationName],
      )
      doing = found[0]?.query.replaceAll(/\s+/g, ' ').slice(0, 120) ?? ''
      await delay(20)
    }
    await observer.end()
  }

  async function shop(way: (run: Run, rows: number) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: 'shopper' })
    await client.connect()
    const run: Run = async (name, text, values) => {
      const from = performance.now()
      const before = doing
      const result = await client.query(text, values)
      const ms = performance.now() - from
      shopping.statements++
      if (ms > (longest.get(name)?.ms ?? 0)) {
        longest.set(name, {
          ms,
          statement: name,
          during: before === doing ? doing : `${before} … ${doing}`,
        })
      }
      return result
    }
    while (!isOver) {
      await way(run, rows).catch(async (error) => {
        const { detail = '', where = '' } = error as pg.DatabaseError
        shopping.faults.push([String(error), detail, where, `while: ${doing}`].join('\n'))
        await client.query('rollback')
      })
      await delay(5)
    }
    await client.end()
  }

  const all = Promise.all([observe(), shop(browse), shop(browse), shop(order), shop(order)])
  return {
    async stop() {
      isOver = true
      await all
      shopping.longest = [...longest.values()].toSorted((one, other) => other.ms - one.ms)
      return shopping
    },
  }
}
