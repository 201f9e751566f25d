import { type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { CampaignMetric } from '#contract/campaign-states.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { pointStarts, type Range, type Span, splitDays, splitMonths } from './report-range.ts'

/** What happened in a span of time; money in whole NT$. */
export interface Sums {
  orders: number
  /** Payments captured less those withdrawn: how many, and how much. */
  payments: number
  received: number
  refunded: number
}

interface PointRow extends Sums {
  [column: string]: unknown
  /** Epoch milliseconds. */
  at: number
}

export async function readNow(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: number }>(
    sql`select floor(extract(epoch from now()) * 1000)::float8 as now`,
  )
  return rows[0]?.now ?? 0
}

const within = (column: SQL, { start, end }: Span) =>
  sql`${column} >= ${new Date(start).toISOString()}::timestamptz
    and ${column} < ${new Date(end).toISOString()}::timestamptz`

/** The hours, days or months of a range in which anything happened. */
export async function readPoints(db: Db, range: Range): Promise<PointRow[]> {
  const parts = range.unit === 'hour' ? entryParts(range) : dayParts(range)
  const { rows } = await db.execute<PointRow>(sql`
    select floor(extract(epoch from ${bucketOf(sql`at`, range)}) * 1000)::float8 as at,
      sum(orders)::float8 as orders, sum(payments)::float8 as payments,
      sum(received)::float8 as received, sum(refunded)::float8 as refunded
    from (${parts}) as parts group by 1`)
  return rows
}

export async function readSums(db: Db, span: Span): Promise<Sums> {
  const { days, rest } = splitDays(span)
  const { rows } = await db.execute<{ [Key in keyof Sums]: number }>(sql`
    select coalesce(sum(orders), 0)::float8 as orders,
      coalesce(sum(payments), 0)::float8 as payments,
      coalesce(sum(received), 0)::float8 as received,
      coalesce(sum(refunded), 0)::float8 as refunded
    from (${dayParts(days)} union all ${entryParts(rest)}) as parts`)
  return rows[0] ?? { orders: 0, payments: 0, received: 0, refunded: 0 }
}

/** Whole days: their sums, and the changes that are not in them yet. */
const dayParts = (span: Span) => sql`
  select start as at, orders, payments, received, refunded from day_sums
  where ${within(sql`start`, span)}
  union all
  select at, orders, payments, received, refunded from day_changes where ${within(sql`at`, span)}`

/** Hours, from the orders and books themselves. */
const entryParts = (span: Span) => sql`
  select date_trunc('hour', created_at, 'Asia/Taipei') as at, count(*) as orders, 0 as payments, 0 as received,
    0 as refunded
  from orders where ${within(sql`created_at`, span)} and order_state <> 'cancelled' group by 1
  union all
  select date_trunc('hour', at, 'Asia/Taipei'), 0, ${moneySums}
  from book_entries where ${within(sql`at`, span)} group by 1`

const moneySums = sql`
  count(*) filter (where kind = 'captured') - count(*) filter (where kind = 'withdrawn') as payments,
  sum(case kind when 'captured' then amount when 'withdrawn' then -amount else 0 end) as received,
  sum(case kind when 'refunded' then amount else 0 end) as refunded`

/** The first month of a range begins with the range, as its point does. */
function bucketOf(column: SQL, { unit, start }: Range): SQL {
  return sql`greatest(date_trunc(${sql.raw(`'${unit}'`)}, ${column}, 'Asia/Taipei'),
    ${new Date(start).toISOString()}::timestamptz)`
}

interface Sold {
  [column: string]: unknown
  product_id: string
  title: string
  units: number
  /** In whole NT$. */
  amount: number
}

const shownBestsellers = 10

/** The ten products with most units in orders that are not cancelled, with their newest titles. */
export function readBestsellers(db: NodePgDatabase, span: Span): Promise<Sold[]> {
  return transaction(db, async (tx) => {
    // A year has a sum for each of 300,000 products, which fit this memory.
    await tx.execute(sql`set local work_mem = '64MB'`)
    const { parts, atLeast } = await boundUnits(tx, span)
    const found = await readSold(tx, span, atLeast)
    const fewest = found.length === shownBestsellers ? (found.at(-1)?.units ?? 0) : 0
    // All others have fewer in each part. Changes that take units away can make more of them count.
    return atLeast === 1 || fewest > parts * (atLeast - 1) ? found : readSold(tx, span, 1)
  })
}

/**
 * Of how many sums the units of a product in a span are made up, and how many units one of the ten has
 * in one of these at least: so many that all ten of the last whole month have the sum of it in all.
 */
async function boundUnits(db: Db, span: Span): Promise<{ parts: number; atLeast: number }> {
  const { months, ends } = splitMonths(span)
  const starts = pointStarts({ ...months, unit: 'month' })
  const days = ends.flatMap((end) => pointStarts({ ...end, unit: 'day' }))
  const parts = starts.length + days.length
  const last = starts.at(-1)
  if (last === undefined) return { parts, atLeast: 1 }
  const { rows } = await db.execute<{ units: number }>(sql`
    select units::float8 as units from sold_sums
    where unit = 'month' and start = ${new Date(last).toISOString()}::timestamptz
    order by sold_sums.units desc limit 1 offset ${shownBestsellers - 1}`)
  return { parts, atLeast: Math.max(1, Math.ceil((rows[0]?.units ?? 0) / parts)) }
}

/** `atLeast`: products that have fewer units in each sum of the span are left out. */
async function readSold(db: Db, span: Span, atLeast: number): Promise<Sold[]> {
  const { months, ends } = splitMonths(span)
  const sums = (more: SQL) => sql`
    ${soldParts('month', months)} ${more} union all
    ${soldParts('day', ends[0])} ${more} union all
    ${soldParts('day', ends[1])} ${more}`
  const changes = sql`select product_id, units, amount from sold_changes where ${within(sql`at`, span)}`
  const isEnough = sql`where product_id in (
    select product_id from (${sums(sql`and units >= ${atLeast}`)} union all ${changes}) as enough)`
  const { rows } = await db.execute<Sold>(sql`
    with sold as materialized (
      select product_id, sum(units::float8) as units, sum(amount::float8) as amount
      from (${sums(sql``)} union all ${changes}) as parts ${atLeast > 1 ? isEnough : sql``}
      group by product_id having sum(units::float8) > 0
      order by units desc, amount desc, product_id limit ${shownBestsellers}
    )
    select sold.*, coalesce(products.title, (select title from order_lines as line
      where line.product_id = sold.product_id order by line.order_id desc limit 1), '') as title
    from sold left join products on products.id = sold.product_id
    order by units desc, amount desc, product_id`)
  return rows
}

/** Units and amounts are added up as float8, which is exact below 2^53: sums of bigint are numeric. */
const soldParts = (unit: 'day' | 'month', span: Span) => sql`
  select product_id, units, amount from sold_sums
  where unit = ${sql.raw(`'${unit}'`)} and ${within(sql`start`, span)}`

/** Uses that count, most used first. */
export async function readCouponUses(db: Db, span: Span) {
  const { rows } = await db.execute<{
    coupon_id: string
    title: string
    code: string
    uses: number
    discount: number
  }>(sql`
    select used.coupon_id, coupons.title, coupons.code, used.uses, used.discount
    from (
      select coupon_id, count(*)::float8 as uses, sum(discount)::float8 as discount
      from coupon_uses where ${within(sql`used_at`, span)} and returned_at is null
      group by coupon_id
    ) as used join coupons on coupons.id = used.coupon_id
    order by used.uses desc, used.discount desc, used.coupon_id limit 10`)
  return rows
}

/** More than a shop has open; a bound for the reply all the same. */
const maxGroups = 1_000

/** The groups that may still be joined, the next to end first. */
export async function readOpenGroups(db: Db) {
  const { rows } = await db.execute<{
    group_id: string
    campaign_id: string
    title: string
    state: 'forming' | 'reached'
    units: number
    missing: number
    metric: CampaignMetric
  }>(sql`
    select groups.id as group_id, campaigns.id as campaign_id, campaigns.title, groups.state,
      groups.units_counted as units, greatest(0, campaigns.min_target -
        case when campaigns.metric = 'units' then groups.units_counted
          else groups.members_counted end) as missing, campaigns.metric
    from groups join campaigns on campaigns.id = groups.campaign_id
    where groups.state in ('forming', 'reached')
    order by groups.expires_at, groups.id limit ${maxGroups}`)
  return rows
}
