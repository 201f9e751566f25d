import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import type { DemoKind } from '../db/tables/demo.ts'

/** The ids of the demo's marked rows of a kind. */
export const demoIds = (kind: DemoKind): SQL =>
  sql`(select demo_rows.id from demo_rows where demo_rows.kind = ${kind})`

/** Nobody can sign in as a member of the demo: their orders are the demo's. */
const demoOwners = sql`(select 'm:' || demo_rows.id from demo_rows where demo_rows.kind = 'member')`

/** A campaign that sells a demo product is deleted with it, also one that a person opened. */
const followingCampaigns = sql`(
  select campaign_products.campaign_id as id from campaign_products
    where campaign_products.product_id in ${demoIds('product')}
  union select participations.campaign_id from participations
    where participations.member_id in ${demoIds('member')})`

const followingOrders = sql`(select orders.id from orders where orders.owner in ${demoOwners})`

/** Whether anybody but the members of the demo has an order, archived ones included. */
export async function hasRealOrders(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select from orders where orders.owner not in ${demoOwners}) as found`,
  )
  return rows[0]?.found ?? false
}

/** Marks what follows from the demo: from here on the ledgers let its rows go. */
export async function markFollowing(tx: Db): Promise<void> {
  await tx.execute(sql`
    insert into demo_rows (kind, id)
      select 'campaign', following.id from ${followingCampaigns} as following
      union all select 'order', following.id from ${followingOrders} as following
      union all select 'product', variants.id from variants
        where variants.product_id in ${demoIds('product')}
    on conflict do nothing`)
}

export interface DemoCounts {
  [kind: string]: number
  products: number
  coupons: number
  articles: number
  members: number
  orders: number
  ownProducts: number
  ownCoupons: number
  ownArticles: number
  ownMembers: number
  staff: number
}

const most = 10_000
const countOf = (rows: SQL): SQL =>
  sql`(select count(*)::int from (${rows} limit ${most}) as counted)`
const ofDemo = (table: string, kind: DemoKind, key = 'id'): SQL =>
  countOf(
    sql`select from ${sql.identifier(table)} as one where one.${sql.identifier(key)} in ${demoIds(kind)}`,
  )
const ownOf = (table: string, kind: DemoKind, key = 'id'): SQL =>
  countOf(
    sql`select from ${sql.identifier(table)} as one
      where one.${sql.identifier(key)} not in ${demoIds(kind)}`,
  )

/** How much of the shop is the demo's, and how much is not. */
export async function countDemo(db: Db): Promise<DemoCounts | undefined> {
  const { rows } = await db.execute<DemoCounts>(sql`
    select ${ofDemo('products', 'product')} as products, ${ofDemo('coupons', 'coupon')} as coupons,
      ${ofDemo('articles', 'article')} as articles, ${ofDemo('members', 'member', 'uid')} as members,
      ${countOf(followingOrders)} as orders,
      ${ownOf('products', 'product')} as "ownProducts", ${ownOf('coupons', 'coupon')} as "ownCoupons",
      ${ownOf('articles', 'article')} as "ownArticles", ${ownOf('members', 'member', 'uid')} as "ownMembers",
      (select count(*)::int from administrators) as staff`)
  return rows[0]
}

/** The titles of the campaigns that go with the demo. */
export async function listDemoCampaigns(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ title: string }>(sql`
    select campaigns.title from campaigns where campaigns.id in ${followingCampaigns}
    order by campaigns.num`)
  return rows.map(({ title }) => title)
}

const anyDemo = (kind: DemoKind) => sql`in ${demoIds(kind)}`

/**
 * The rows of the demo in the order in which they may go, each before what it refers to. What hangs
 * on a row by a foreign key that cascades goes with it.
 */
const deletions: [table: string, rows: SQL][] = [
  ['commission_entries', sql`leader_id ${anyDemo('member')}`],
  ['credit_entries', sql`member_id ${anyDemo('member')}`],
  ['credit_balances', sql`member_id ${anyDemo('member')}`],
  ['group_events', sql`campaign_id ${anyDemo('campaign')}`],
  ['leader_receipts', sql`order_id ${anyDemo('order')}`],
  [
    'leader_hand_overs',
    sql`group_id in (select groups.id from groups where groups.campaign_id ${anyDemo('campaign')})`,
  ],
  ['participations', sql`campaign_id ${anyDemo('campaign')}`],
  ['campaign_sellers', sql`campaign_id ${anyDemo('campaign')}`],
  ['consents', sql`order_id ${anyDemo('order')} or member_id ${anyDemo('member')}`],
  ['coupon_uses', sql`order_id ${anyDemo('order')} or coupon_id ${anyDemo('coupon')}`],
  ['book_entries', sql`order_id ${anyDemo('order')}`],
  ['resolved_differences', sql`order_id ${anyDemo('order')} or product_id ${anyDemo('product')}`],
  [
    'book_findings',
    sql`subject_id in (select demo_rows.id from demo_rows)
      or subject_id in (select groups.id from groups where groups.campaign_id ${anyDemo('campaign')})`,
  ],
  [
    'mail_outbox',
    sql`order_id ${anyDemo('order')}
      or recipient in (select members.email from members where members.uid ${anyDemo('member')})`,
  ],
  ['stock_holds', sql`order_id ${anyDemo('order')} or product_id ${anyDemo('product')}`],
  ['order_events', sql`order_id ${anyDemo('order')}`],
  ['refunds', sql`order_id ${anyDemo('order')}`],
  ['payments', sql`order_id ${anyDemo('order')}`],
  ['order_lines', sql`order_id ${anyDemo('order')}`],
  ['orders', sql`id ${anyDemo('order')}`],
  ['groups', sql`campaign_id ${anyDemo('campaign')}`],
  ['campaign_extensions', sql`campaign_id ${anyDemo('campaign')}`],
  ['campaign_members', sql`campaign_id ${anyDemo('campaign')}`],
  ['campaign_receipts', sql`campaign_id ${anyDemo('campaign')}`],
  ['supplier_orders', sql`campaign_id ${anyDemo('campaign')}`],
  ['campaign_leaders', sql`member_id ${anyDemo('member')}`],
  ['campaigns', sql`id ${anyDemo('campaign')}`],
  ['cart_lines', sql`product_id ${anyDemo('product')}`],
  ['restock_requests', sql`product_id ${anyDemo('product')}`],
  ['product_sales', sql`product_id ${anyDemo('product')}`],
  ['stock_movements', sql`product_id ${anyDemo('product')}`],
  ['stock', sql`product_id ${anyDemo('product')}`],
  ['variants', sql`product_id ${anyDemo('product')}`],
  ['products', sql`id ${anyDemo('product')}`],
  ['coupons', sql`id ${anyDemo('coupon')}`],
  ['articles', sql`id ${anyDemo('article')}`],
  ['customers', sql`key in ${demoOwners}`],
  ['carts', sql`owner in ${demoOwners}`],
  ['idempotency_keys', sql`owner in ${demoOwners}`],
  ['member_mailboxes', sql`uid ${anyDemo('member')}`],
  ['group_pardons', sql`member_id ${anyDemo('member')}`],
  ['members', sql`uid ${anyDemo('member')}`],
]

/** Deletes the marked rows and what hangs on them. Returns how many of each table went. */
export async function deleteDemoRows(tx: Db): Promise<Record<string, number>> {
  // The ledgers let marked rows go until the transaction ends.
  await tx.execute(sql`select set_config('minmin.clearing_demo', '1', true)`)
  await tx.execute(sql`update carts set coupon_id = null where coupon_id ${anyDemo('coupon')}`)
  const deleted: Record<string, number> = {}
  for (const [table, rows] of deletions) {
    const { rowCount } = await tx.execute(sql`delete from ${sql.identifier(table)} where ${rows}`)
    if (rowCount) deleted[table] = rowCount
  }
  // Its findings may be about demo rows; the next nightly check writes new ones.
  await tx.execute(sql`delete from data_check`)
  await tx.execute(sql`delete from demo_rows`)
  await tx.execute(sql`update demo_shop set cleared_at = now()`)
  return deleted
}

/** Nobody changes a cart or orders until the transaction ends. */
export async function lockSelling(tx: Db): Promise<void> {
  await tx.execute(sql`lock table carts, orders in exclusive mode`)
}

/** Tables whose rows are bytes, or go within the day. */
const withoutPictures = ['run_file_parts', 'rate_limit_counts', 'gateway_callbacks']

/** The pictures of the shop's own store that any row names. */
export async function listNamedPictures(db: Db): Promise<Set<string>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname <> all (${sql.param(withoutPictures)}::text[])`)
  const named = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await db.execute<{ picture: string }>(sql`
      select distinct found[1] as picture
      from (select one::text as text from ${sql.identifier(name)} as one) as written,
        regexp_matches(text, '([0-9a-f]{32}-[0-9]+x[0-9]+)[.-]', 'g') as found
      where text like '%/uploads/%'`)
    for (const { picture } of rows) named.add(picture)
  }
  return named
}
