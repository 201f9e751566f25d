import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { DifferenceKind } from '#contract/reconciliation.ts'
import type { Db } from '../../db/connect.ts'
import { bookChecks, resolvedDifferences } from '../../db/tables/reconciliation.ts'

/** Something in the books that does not agree, as of now. */
export interface DifferenceRow extends Record<string, unknown> {
  id: string
  kind: DifferenceKind
  orderId: string | null
  orderNumber: string | null
  attemptId: string | null
  productId: string | null
  productTitle: string | null
  tradeNo: string | null
  ours: number | null
  theirs: number | null
  since: Date
  note?: string
  resolvedAt?: Date
}

const givenBack = sql`(select coalesce(sum(refund.amount), 0) from refunds as refund
  where refund.payment_id = p.id and refund.state not in ('failed', 'dropped'))`
const money = sql`coalesce(p.captured_amount, p.amount)`
/** Of an archived order that was shipped the money is earned. */
const isOver = sql`(o.order_state = 'cancelled'
  or o.deleted_at is not null and o.order_state in ('paid', 'preparing'))`

/** Money that came in and belongs to no order, or not in this amount. */
const strayMoney = sql`
  select case when ${money} <> p.amount then 'amount_differs'
      when o.order_state = 'cancelled' then 'money_without_order'
      else 'paid_twice' end as kind,
    p.order_id, p.id as attempt_id, null::text as product_id, p.trade_no,
    case when ${money} <> p.amount then p.amount else 0 end as ours, ${money} as theirs,
    p.state_since as since
  from payments as p join orders as o on o.id = p.order_id
  where p.status in ('authorised', 'succeeded') and not p.counts and ${givenBack} < ${money}`

/** A demonstration moves no money. */
const moneyOfEndedOrders = sql`
  select 'money_without_order', p.order_id, p.id, null, p.trade_no, 0, ${money},
    greatest(o.state_since, p.state_since)
  from orders as o join payments as p on p.order_id = o.id
  where o.state = 'paid' and ${isOver} and p.provider not in ('demonstration', 'free')
    and p.status in ('authorised', 'succeeded') and p.counts and ${givenBack} < ${money}`

/** A job that is still at it after two days will not make it. */
const undoneTasks = sql`
  select case when p.task like 'capture%' then 'not_captured' else 'money_without_order' end,
    p.order_id, p.id, null, p.trade_no,
    case when p.task like 'capture%' then coalesce(p.charged_amount, p.amount) else 0 end,
    case when p.task like 'capture%' then 0 else p.amount end, p.task_since
  from payments as p
  where p.task is not null
    and (p.task like '%failed' or p.task_since < now() - interval '2 days')`

const silentGateway = sql`
  select 'unknown', p.order_id, p.id, null, p.trade_no, p.amount, null, o.expires_at
  from payments as p join orders as o on o.id = p.order_id
  where p.status in ('created', 'pending') and o.order_state = 'placed'
    and o.expires_at < now() - interval '24 hours'`

/** What counts for an order in whole NT$, and what of it has gone back. */
const countingMoney = sql`(select sum(${money}) from payments as p
  where p.order_id = o.id and p.counts and p.status in ('authorised', 'succeeded'))`
const backFromCounting = sql`(select coalesce(sum(refund.amount), 0)
  from refunds as refund join payments as p on p.id = refund.payment_id
  where p.order_id = o.id and p.counts and p.status in ('authorised', 'succeeded')
    and refund.state = 'done')`

/**
 * An order whose state, `is_paid` and money do not agree: it is paid as long as money counts for it
 * and has not gone back in full. A reservation on a card alone pays nothing.
 */
const orderFaults = (which: SQL) => sql`
  select case when counting is null then 'order_without_money' else 'ledger' end as kind,
    id as order_id, case when state = 'paid' or counting is null then total else 0 end as ours,
    coalesce(counting, 0) - back as theirs
  from (
    select o.id, o.state, o.order_state, o.total, o.charge_kind, o.refunded_at,
      ${countingMoney} as counting, ${backFromCounting} as back
    from orders as o where ${which}
  ) as book
  where case
    when state = 'paid' then counting is null or counting <= back and total > 0
    when counting is null then
      order_state in ('paid', 'preparing', 'shipped', 'delivered', 'completed')
        and refunded_at is null and total > 0
    else counting > back
      and not (charge_kind = 'authorise' and order_state in ('placed', 'cancelled'))
    end`

/** A product whose number is not what its ledger and the orders say. */
const stockFaults = (which: SQL) => sql`
  select product_id, on_hand as ours, ledger_on_hand as theirs
  from (
    select product.id as product_id, coalesce(stock.on_hand, 0) as on_hand,
      coalesce(stock.held, 0) as held, moved.on_hand as ledger_on_hand, moved.held as ledger_held,
      (select coalesce(sum(hold.qty), 0) from stock_holds as hold
        where hold.product_id = product.id) as holds
    from products as product left join stock on stock.product_id = product.id
    cross join lateral (
      select coalesce(sum(on_hand_change), 0) as on_hand, coalesce(sum(held_change), 0) as held
      from stock_movements where stock_movements.product_id = product.id
    ) as moved
    where ${which}
  ) as book
  where on_hand <> ledger_on_hand or held <> ledger_held or held <> holds`

const findings = sql`
  select fault.kind, fault.order_id, null, null, null, fault.ours, fault.theirs, found.found_at
  from book_findings as found
  cross join lateral (${orderFaults(sql`o.id = found.subject_id`)}) as fault
  where found.kind = 'order'
  union all
  select 'ledger', null, null, fault.product_id, null, fault.ours, fault.theirs, found.found_at
  from book_findings as found
  cross join lateral (${stockFaults(sql`product.id = found.subject_id`)}) as fault
  where found.kind = 'stock'`

/** A line that changes is another line: what was settled was settled as it was then. */
const lineId = sql`left(md5(concat_ws(':', line.kind, line.order_id, line.attempt_id,
  line.product_id, line.ours, line.theirs, extract(epoch from line.since))), 20)`

const openLines = sql`
  select * from (
    select ${lineId} as id, line.*
    from (${strayMoney} union all ${moneyOfEndedOrders} union all ${undoneTasks}
      union all ${silentGateway} union all ${findings}) as line
  ) as line
  where not exists (select from resolved_differences as resolved where resolved.id = line.id)`

const columns = sql`line.id, line.kind, line.order_id as "orderId", o.number as "orderNumber",
  line.attempt_id as "attemptId", line.product_id as "productId", product.title as "productTitle",
  line.trade_no as "tradeNo", line.ours::float8 as ours, line.theirs::float8 as theirs, line.since`
const withNames = sql`
  left join orders as o on o.id = line.order_id
  left join products as product on product.id = line.product_id`

interface DifferencePage {
  kind?: DifferenceKind | undefined
  limit: number
  offset: number
}

/** One page of what does not agree now, oldest first. */
export async function listDifferences(db: Db, { kind, limit, offset }: DifferencePage) {
  const ofKind = kind ? sql`line.kind = ${kind}` : sql`true`
  const [{ rows }, total] = await Promise.all([
    db.execute<DifferenceRow>(sql`
      select ${columns} from (${openLines}) as line ${withNames}
      where ${ofKind} order by line.since, line.id limit ${limit} offset ${offset}`),
    countDifferences(db, kind),
  ])
  return { rows: rows.map(withDate), total }
}

/** How many lines wait for somebody. */
export async function countDifferences(db: Db, kind?: DifferenceKind): Promise<number> {
  const ofKind = kind ? sql`line.kind = ${kind}` : sql`true`
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${openLines}) as line where ${ofKind}`,
  )
  return rows[0]?.total ?? 0
}

export async function findDifference(db: Db, id: string): Promise<DifferenceRow | undefined> {
  const { rows } = await db.execute<DifferenceRow>(sql`
    select ${columns} from (${openLines}) as line ${withNames} where line.id = ${id}`)
  return rows[0] && withDate(rows[0])
}

function withDate(row: DifferenceRow): DifferenceRow {
  return { ...row, since: new Date(row.since) }
}

/** One page of what was settled, newest first. */
export async function listResolvedDifferences(db: Db, { kind, limit, offset }: DifferencePage) {
  const ofKind = kind ? eq(resolvedDifferences.kind, kind) : undefined
  const ofLine = kind ? sql`line.kind = ${kind}` : sql`true`
  const [{ rows }, total] = await Promise.all([
    db.execute<DifferenceRow>(sql`
      select ${columns}, line.note, line.resolved_at as "resolvedAt"
      from resolved_differences as line ${withNames}
      where ${ofLine} order by line.resolved_at desc, line.id limit ${limit} offset ${offset}`),
    db.$count(resolvedDifferences, ofKind),
  ])
  const toRow = (row: DifferenceRow) => ({
    ...withDate(row),
    ...(row.resolvedAt && { resolvedAt: new Date(row.resolvedAt) }),
  })
  return { rows: rows.map(toRow), total }
}

/** False when another call has settled it. */
export async function insertResolved(db: Db, row: DifferenceRow, note: string): Promise<boolean> {
  const { orderNumber: _number, productTitle: _title, ...line } = row
  const inserted = await db
    .insert(resolvedDifferences)
    .values({ ...line, note })
    .onConflictDoNothing()
    .returning({ id: resolvedDifferences.id })
  return inserted.length > 0
}

const booksCheck = 'books'

export async function readCheckedAt(db: Db): Promise<Date | undefined> {
  const [row] = await db.select().from(bookChecks).orderBy(desc(bookChecks.checkedAt)).limit(1)
  return row?.checkedAt
}

export async function recordCheck(db: Db): Promise<void> {
  await db
    .insert(bookChecks)
    .values({ name: booksCheck, checkedAt: sql`now()` })
    .onConflictDoUpdate({ target: bookChecks.name, set: { checkedAt: sql`now()` } })
}

/**
 * Checks the next orders after `after` and keeps what does not agree; gives the last id, or
 * undefined when there are no more.
 */
export async function checkOrders(db: Db, after: string, limit: number) {
  const batch = sql`select id from orders where id > ${after} order by id limit ${limit}`
  return checkBatch(db, 'order', batch, orderFaults(sql`o.id in (${batch})`), 'order_id')
}

/** The same of products. */
export async function checkStock(db: Db, after: string, limit: number) {
  const batch = sql`select id from products where id > ${after} order by id limit ${limit}`
  return checkBatch(db, 'stock', batch, stockFaults(sql`product.id in (${batch})`), 'product_id')
}

async function checkBatch(
  db: Db,
  kind: 'order' | 'stock',
  batch: SQL,
  faults: SQL,
  subject: 'order_id' | 'product_id',
): Promise<string | undefined> {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    with batch as (${batch}), faulty as (select ${sql.raw(subject)} as id from (${faults}) as fault),
    gone as (
      delete from book_findings where kind = ${kind} and subject_id in (select id from batch)
        and subject_id not in (select id from faulty)
    ), found as (
      insert into book_findings (kind, subject_id) select ${kind}, id from faulty
      on conflict do nothing
    )
    select max(id) as last from batch`)
  return rows[0]?.last ?? undefined
}
