import { type SQL, sql } from 'drizzle-orm'
import type { CampaignMetric } from '#contract/campaign-states.ts'
import type { Db } from '../db/connect.ts'
import { pointStarts, type Range, type Span } from './report-range.ts'

/** Totals of a span of time; money in whole NT$. */
export interface Sums {
  orders: number
  /** Payments captured less those withdrawn: how many, and how much. */
  payments: number
  received: number
  refunded: number
}

interface PointRow extends Sums {
  [column: string]: unknown
  /** From 1 on, in the order of `pointStarts`. */
  point: number
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

/** The points of a range in which anything happened. */
export async function readPoints(db: Db, range: Range): Promise<PointRow[]> {
  const starts = pointStarts(range).map((at) => new Date(at).toISOString())
  // Compared with instants: `date_trunc` in a time zone takes three times as long.
  const pointOf = (column: SQL) => sql`width_bucket(${column}, ${sql.param(starts)}::timestamptz[])`
  const { rows } = await db.execute<PointRow>(
    sql`select point, ${totals} from (${partsOf(range, pointOf)}) as parts group by point`,
  )
  return rows
}

export async function readSums(db: Db, span: Span): Promise<Sums> {
  const { rows } = await db.execute<{ [Key in keyof Sums]: number }>(sql`
    select ${totals} from (${partsOf(span, () => sql`null`)}) as parts`)
  return rows[0] ?? { orders: 0, payments: 0, received: 0, refunded: 0 }
}

const totals = sql.join(
  ['orders', 'payments', 'received', 'refunded'].map(
    (name) => sql`coalesce(sum(${sql.raw(name)}), 0)::float8 as ${sql.raw(name)}`,
  ),
  sql`, `,
)

/** Orders by when they were placed, and money by when it moved, both from an index alone. */
const partsOf = (span: Span, pointOf: (column: SQL) => SQL) => sql`
  select ${pointOf(sql`created_at`)} as point, count(*) as orders, 0 as payments, 0 as received, 0 as refunded
  from orders where ${within(sql`created_at`, span)} and state <> 'cancelled' group by 1
  union all
  select ${pointOf(sql`at`)}, 0,
    count(*) filter (where kind = 'captured') - count(*) filter (where kind = 'withdrawn'),
    sum(case kind when 'captured' then amount when 'withdrawn' then -amount else 0 end),
    sum(case kind when 'refunded' then amount else 0 end)
  from book_entries where ${within(sql`at`, span)} group by 1`

interface Sold {
  [column: string]: unknown
  product_id: string
  title: string
  units: number
  /** In whole NT$. */
  amount: number
}

/** The ten products with most units in orders that are not cancelled, with their newest titles. */
export async function readBestsellers(db: Db, span: Span): Promise<Sold[]> {
  const { rows } = await db.execute<Sold>(sql`
    with sold as materialized (
      select product_id, sum(qty)::float8 as units, sum(order_lines.total)::float8 as amount
      from orders join order_lines on order_id = orders.id
      where ${within(sql`created_at`, span)} and state <> 'cancelled'
      group by product_id order by units desc, amount desc, product_id limit 10
    )
    select sold.*, coalesce(products.title, (select title from order_lines as line
      where line.product_id = sold.product_id order by line.order_id desc limit 1), '') as title
    from sold left join products on products.id = sold.product_id
    order by units desc, amount desc, product_id`)
  return rows
}

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
