import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createId } from '../src/server/db/id.ts'
import { openBenchShop } from './bench-shop.ts'
import { provenance, saveReport, table } from './report.ts'
import { ShopClient } from './shop-client.ts'

const givesUpAfterMs = 10 * 60_000
/** A row is tried so often while the jobs run. */
const probeEveryMs = 5

interface BigGroup {
  id: string
  productId: string
}

/** How long a group of many takes to be closed, decided and applied, and what it locks meanwhile. */
export async function runClosingBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { participants: { type: 'string', default: '10000' } },
  })
  const count = Number(values.participants)
  const shop = await openBenchShop({
    webDir: join(tmpdir(), 'minmin-without-web'),
    // Every participant gets a mail.
    env: { DEVELOPMENT: '1' },
  })
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 6 })
  try {
    const [product] = await new ShopClient(shop.server.address).products()
    if (!product) throw new Error('the shop has no product')
    const measured: string[][] = []
    for (const outcome of ['succeeded', 'failed'] as const) {
      const minTarget = outcome === 'succeeded' ? count : count + 1
      const group = await writeGroup(db, product.id, { count, minTarget })
      measured.push([outcome, ...(await measure(db, group))])
    }
    const head = [
      'outcome',
      'closed s',
      'decided s',
      'applied s',
      ...probed.map((of) => `${of} ms`),
      'locked ms',
    ]
    const text = [
      `# Closing a group of ${count} participants`,
      ...provenance(),
      '',
      'Seconds after the deadline; the longest wait for the row of the group, of the stock, of an order, and of a product that nothing locks. They are asked for at the same moment, again and again: `locked` is the longest that one of them took beyond the row that nothing locks.',
      '',
      table(head, measured),
    ].join('\n')
    process.stdout.write(`${text}\n`)
    process.stdout.write(`${saveReport('closing', text)}\n`)
  } finally {
    await db.end()
    await shop.close()
  }
}

/** A group whose participants hold one piece each, written as joining leaves them. */
async function writeGroup(
  db: pg.Pool,
  productId: string,
  { count, minTarget }: { count: number; minTarget: number },
): Promise<BigGroup> {
  const campaignId = createId()
  const id = createId()
  const run = (text: string, values: unknown[] = []) => db.query(text, values)
  await run(
    `insert into campaigns (id, title, min_target, starts_at, ends_at, state)
      values ($1, '大團', $2, shop_now() - interval '1 hour', shop_now() + interval '1 hour', 'open')`,
    [campaignId, minTarget],
  )
  await run(
    `insert into campaign_products (campaign_id, product_id, position, snapshot)
      select $1, id, 0, jsonb_build_object('title', title, 'unit', unit, 'picture', '', 'price', price)
      from products where id = $2`,
    [campaignId, productId],
  )
  await run(
    `insert into campaign_tiers (campaign_id, position, from_units) values ($1, 0, 1), ($1, 1, 100)`,
    [campaignId],
  )
  await run(`insert into campaign_prices values ($1, 0, $2, 100), ($1, 1, $2, 80)`, [
    campaignId,
    productId,
  ])
  await run(
    `insert into groups (id, campaign_id, code, pool_of, opened_at, expires_at, units_taken,
        members_taken, units_counted, members_counted)
      select $1, id, $1, id, starts_at, ends_at, $2, $2, $2, $2 from campaigns where id = $3`,
    [id, count, campaignId],
  )
  const places = Array.from({ length: count }, () => [createId(), createId(), createId()])
  const columns = [0, 1, 2].map((column) => places.map((place) => place[column]))
  const drawn = `unnest($1::text[], $2::text[], $3::text[]) as place (order_id, id, member_id)`
  await run(
    `insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
        user_extra, extra, is_payable)
      select order_id, 'm:' || member_id, 100, '', '王小明', member_id || '@example.com',
        '0912345678', '台北市', '{}', '{"group":{"campaign_id":"bench"}}', false from ${drawn}`,
    columns,
  )
  await run(
    `insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
      select order_id, id, $4, 1, 100, 100, '{"title":"大團商品","unit":"個","price":100}' from ${drawn}`,
    [...columns, productId],
  )
  await run(
    `insert into stock (product_id, on_hand, held) values ($1, 1000000, $2)
      on conflict (product_id) do update set held = stock.held + $2`,
    [productId, count],
  )
  await run(
    `insert into stock_holds (order_id, product_id, qty) select order_id, $4, 1 from ${drawn}`,
    [...columns, productId],
  )
  await run(
    `insert into campaign_members (campaign_id, member_id, units)
      select $4, member_id, 1 from ${drawn}`,
    [...columns, campaignId],
  )
  await run(
    `insert into participations (id, group_id, campaign_id, member_id, order_id, qty, state,
        quoted_total, accepts_fewer, is_anonymous, shown_name, joined_at)
      select id, $4, $5, member_id, order_id, 1, 'held', 100, false, false, '王○○', shop_now()
      from ${drawn}`,
    [...columns, id, campaignId],
  )
  await run('analyze')
  return { id, productId }
}

/** Nothing locks the row of the product: what it waits for is the processor and the disk. */
const probed = ['group', 'stock', 'order', 'unlocked'] as const

/** A statement that locks a row, and what finds the id of that row, whose time does not count. */
type Probe = [text: string, find: () => string | Promise<string>]

/** Seconds to each step, and the longest wait for each row. */
async function measure(db: pg.Pool, { id, productId }: BigGroup): Promise<string[]> {
  // The job goes along the places in their order. To walk those that it has done takes a processor.
  let done = 0
  const nextOrder = async () => {
    const { rows } = await db.query<{ order_id: string; seq: number }>(
      `select order_id, seq::int from participations
        where group_id = $1 and seq >= $2 and state = 'held' order by seq limit 1`,
      [id, done],
    )
    done = rows[0]?.seq ?? done
    return rows[0]?.order_id ?? ''
  }
  const statements: Record<(typeof probed)[number], Probe> = {
    group: ['select from groups where id = $1 for no key update', () => id],
    stock: ['select from stock where product_id = $1 for update', () => productId],
    order: ['select from orders where id = $1 for update', nextOrder],
    unlocked: ['select from products where id = $1 for no key update', () => productId],
  }
  let isOver = false
  const probing = probe(db, Object.values(statements), () => isOver)
  await db.query('update groups set expires_at = shop_now() where id = $1', [id])
  const startedAt = performance.now()
  await db.query(`insert into pgboss.job (name, data) values ('group.turn', $1)`, [
    JSON.stringify({ groupId: id }),
  ])
  const since = () => ((performance.now() - startedAt) / 1_000).toFixed(1)
  const steps: string[] = []
  while (steps.length < 3) {
    const { rows } = await db.query<{ reached: number }>(
      `select case when outcome is null then (state = 'closing')::int
        when exists (select from participations
          where group_id = $1 and seq >= $2 and state = 'held') then 2
        else 3 end as reached from groups where id = $1`,
      [id, done],
    )
    while (steps.length < (rows[0]?.reached ?? 0)) steps.push(since())
    if (performance.now() - startedAt > givesUpAfterMs) throw new Error('the group is not applied')
    await delay(20)
  }
  isOver = true
  const { longest, beyond } = await probing
  return [...steps, ...longest.map(whole), whole(beyond)]
}

function whole(ms: number): string {
  return ms.toFixed(0)
}

/**
 * Locks one row of each kind at the same moment, again and again. Returns the longest wait for each,
 * in ms, and the longest that a row took beyond the one that nothing locks (the last statement).
 */
async function probe(
  db: pg.Pool,
  statements: Probe[],
  isOver: () => boolean,
): Promise<{ longest: number[]; beyond: number }> {
  const longest = statements.map(() => 0)
  let beyond = 0
  while (!isOver()) {
    const ids = await Promise.all(statements.map(([, find]) => find()))
    const locks = statements.map(([text], at) => timeLock(db, text, ids[at] ?? ''))
    const waits = await Promise.all(locks)
    for (const [at, ms] of waits.entries()) longest[at] = Math.max(longest[at] ?? 0, ms)
    beyond = Math.max(beyond, Math.max(...waits) - (waits.at(-1) ?? 0))
    await delay(probeEveryMs)
  }
  return { longest, beyond }
}

/** Rolled back: a commit would wait for the disk, too. */
async function timeLock(db: pg.Pool, text: string, of: string): Promise<number> {
  const client = await db.connect()
  try {
    await client.query('begin')
    const startedAt = performance.now()
    await client.query(text, [of])
    const ms = performance.now() - startedAt
    await client.query('rollback')
    return ms
  } finally {
    client.release()
  }
}
