import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { orders } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import { isToShip } from '../../orders/fulfilment/packing.queries.ts'
import { lackingOf, type ProductPieces, readPieces, soldId, soldIn } from './settlement.queries.ts'

/** An order that was just paid has no goods until a receipt, or the next sweep, finds them. */
export async function awaitGoods(tx: Transaction, orderId: string): Promise<void> {
  await tx.update(orders).set({ awaitsGoods: true }).where(eq(orders.id, orderId))
}

/**
 * Orders of a campaign whose goods have come or are lacking against what their row says. Of a counted
 * product the goods of an order are those that it holds; of another one what was received and not
 * shipped goes to the confirmed orders first, to those that have it already, and to the oldest. One
 * that an arrival gave nothing waits until it ends.
 */
const misjudged = (campaignId: string) => sql`
  with lacking as (${lackingOf(campaignId)}), left_over as (
    select sold_id, (select coalesce(sum(qty), 0) from campaign_receipts as receipt
        where receipt.campaign_id = ${campaignId} and receipt.product_id = part.sold_id)
      - (select coalesce(sum(content.qty), 0) from participations as place
        join parcels on parcels.order_id = place.order_id
        join parcel_lines as content on content.parcel_id = parcels.id
        join order_lines as line on line.order_id = place.order_id and line.id = content.line_id
        where place.campaign_id = ${campaignId}
          and ${soldId} = part.sold_id) as qty
    from (${soldIn(campaignId)}) as part where sold_id not in (select product_id from stock)
  ), shared as (
    select lacking.order_id, left_over.qty as there, sum(lacking.qty) over (
      partition by sold_id
      order by lacking.state <> 'confirmed', orders.awaits_goods, lacking.seq) as wanted
    from lacking join orders on orders.id = lacking.order_id join left_over using (sold_id)
  ), waiting as (
    select order_id from lacking where sold_id in (select product_id from stock)
    union select order_id from shared where wanted > greatest(there, 0)
    union select order_id from allotments where campaign_id = ${campaignId} and given = 0
      and settled_at is null and undone_at is null
  )
  select orders.id, (select count(*) > 0 from waiting where waiting.order_id = orders.id) as awaits
  from participations as place join orders on orders.id = place.order_id
  where place.campaign_id = ${campaignId} and place.state = 'confirmed'
    and orders.awaits_goods <> exists (select from waiting where waiting.order_id = orders.id)`

/** Says of each paid order of a campaign, whose row is locked, whether its goods have come. */
export async function judgeAwaitedGoods(tx: Transaction, campaignId: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string; awaits: boolean }>(sql`
    with judged as (${misjudged(campaignId)})
    select judged.* from judged join orders using (id) order by id for update of orders`)
  for (const { id, awaits } of rows) {
    await tx.update(orders).set({ awaitsGoods: awaits }).where(eq(orders.id, id))
  }
}

/** Whether an order of a campaign says otherwise than it should; locks nothing. */
export async function isMisjudged(db: Db, campaignId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from (${misjudged(campaignId)}) as judged limit 1`)
  return rows.length > 0
}

/** Campaigns ordered from the supplier of which orders are still to be shipped. */
export async function listUnshipped(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct campaigns.id from ${orders}
    join groups on groups.id = orders.group_id
    join campaigns on campaigns.id = groups.campaign_id and campaigns.supply = 'order'
    where ${isToShip} and campaigns.archived_at is null order by campaigns.id desc`)
  return rows.map(({ id }) => id)
}

/** Pieces of paid orders that no order to the supplier has, and those of such orders not there yet. */
export function awaitedPieces(pieces: readonly ProductPieces[]) {
  const sum = (of: (product: ProductPieces) => number) =>
    pieces.reduce((total, product) => total + Math.max(0, of(product)), 0)
  return {
    toOrder: sum(({ confirmed, ordered }) => confirmed - ordered),
    toArrive: sum(
      ({ confirmed, ordered, received, shipped }) =>
        Math.min(confirmed, ordered) - Math.max(received, shipped),
    ),
  }
}

/** The campaigns of which something is to be ordered, or ordered and not there, the newest first. */
export async function listAwaiting(db: Db): Promise<Record<'to_order' | 'to_arrive', string[]>> {
  const awaiting = { to_order: [] as string[], to_arrive: [] as string[] }
  for (const id of await listUnshipped(db)) {
    const { toOrder, toArrive } = awaitedPieces(await readPieces(db, id))
    if (toOrder > 0) awaiting.to_order.push(id)
    if (toArrive > 0) awaiting.to_arrive.push(id)
  }
  return awaiting
}
