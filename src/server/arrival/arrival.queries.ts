import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  isGivenNothing,
  isUnshippedPlace,
  lackingOf,
  readPieces,
  soldId,
} from '../campaigns/supply/settlement.queries.ts'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { allotments } from '../db/tables/settlements.ts'
import { stockHolds } from '../db/tables/stock.ts'
import { isRestClosed } from '../orders/fulfilment/packing.queries.ts'
import { listCounted } from '../stock/stock-holds.queries.ts'
import type { PiecesById } from './allot.ts'

/** A line of a confirmed place whose goods are still to be handed over. */
export type WaitingLine = {
  participationId: string
  orderId: string
  number: string
  name: string
  acceptsFewer: boolean
  awaitsGoods: boolean
  /** Of the order, in whole NT$. */
  total: number
  /** Money of the order that is not given back, in whole NT$; 0 while nothing is paid. */
  left: number
  /** Its leader has given it to the shopper. */
  isHandedOut: boolean
  lineId: string
  productId: string
  variantId: string | null
  /** As in stock. */
  soldId: string
  title: string
  /** In whole NT$. */
  price: number
  ordered: number
  shipped: number
}

/** The lines of all confirmed places that wait for goods, in the order of joining. */
export async function listWaiting(db: Db, campaignId: string): Promise<WaitingLine[]> {
  const { rows } = await db.execute<WaitingLine>(sql`
    select place.id as "participationId", place.order_id as "orderId", orders.number,
      place.shown_name as name, place.accepts_fewer as "acceptsFewer",
      orders.awaits_goods as "awaitsGoods", orders.total::int as total,
      coalesce(money.qty, 0)::int as left, place.handed_out_at is not null as "isHandedOut", line.id as "lineId", line.product_id as "productId",
      line.variant_id as "variantId", ${soldId} as "soldId", coalesce(line.title, '') as title,
      line.unit_price::int as price, line.qty as ordered, coalesce(sent.qty, 0)::int as shipped
    from participations as place
    join orders on orders.id = place.order_id
    join order_lines as line on line.order_id = place.order_id
    left join lateral (
      select sum(content.qty) as qty from parcels
      join parcel_lines as content on content.parcel_id = parcels.id
      where parcels.order_id = place.order_id and content.line_id = line.id
    ) as sent on true
    left join lateral (
      select coalesce(payment.captured_amount, payment.amount) - coalesce((
          select sum(refund.amount) from refunds as refund where refund.payment_id = payment.id
            and refund.state not in ('failed', 'dropped')), 0) as qty
      from payments as payment
      where payment.order_id = place.order_id and payment.counts
        and payment.status in ('authorised', 'succeeded')
    ) as money on true
    where place.campaign_id = ${campaignId} and ${isUnshippedPlace} and not ${isRestClosed}
      and not ${isGivenNothing}
    order by place.seq, line.id`)
  return rows
}

/**
 * Pieces of a campaign that can be given to the places of these orders: those that they hold, and
 * those that came and nobody holds. `arriving` are to be booked first.
 */
export async function readThere(
  db: Db,
  campaignId: string,
  { orderIds, arriving }: { orderIds: readonly string[]; arriving: PiecesById },
): Promise<Map<string, number>> {
  const pieces = await readPieces(db, campaignId)
  const ids = pieces.map(({ sold_id }) => sold_id)
  const [counted, held] = await Promise.all([listCounted(db, ids), readHeldBy(db, orderIds)])
  return new Map(
    pieces.map(({ sold_id: id, received, shipped, held: ofAll, free }) => {
      const more = arriving.get(id) ?? 0
      const surplus = received + more - shipped
      if (!counted.has(id)) return [id, Math.max(0, surplus)]
      const unheld = Math.max(0, Math.min(free + more, surplus - ofAll))
      return [id, (held.get(id) ?? 0) + unheld]
    }),
  )
}

async function readHeldBy(db: Db, orderIds: readonly string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select({ id: stockHolds.variantId, qty: sql<number>`sum(${stockHolds.qty})::int` })
    .from(stockHolds)
    .where(inArray(stockHolds.orderId, [...orderIds]))
    .groupBy(stockHolds.variantId)
  return new Map(rows.map(({ id, qty }) => [id, qty]))
}

/** Pieces of these orders that are in no parcel, by the id in stock. */
export async function readUnshipped(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const { rows } = await db.execute<{ orderId: string; id: string; qty: number }>(sql`
    select line.order_id as "orderId", ${soldId} as id, sum(line.qty - coalesce((
        select sum(content.qty) from parcels
        join parcel_lines as content on content.parcel_id = parcels.id
        where parcels.order_id = line.order_id and content.line_id = line.id), 0))::int as qty
    from order_lines as line where line.order_id = any(${sql.param([...orderIds])}::text[])
    group by line.order_id, ${soldId}`)
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map(
    [...byOrder].map(([orderId, ofOne]) => [
      orderId,
      new Map(ofOne.map(({ id, qty }) => [id, qty])),
    ]),
  )
}

/** Whether an order, all of whose lines are as they are to be, still lacks counted pieces. */
export async function lacksGoods(db: Db, campaignId: string, orderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from (${lackingOf(campaignId)}) as lacking
    where lacking.order_id = ${orderId} and lacking.sold_id in (select product_id from stock)`)
  return rows.length > 0
}

export type AllotmentRow = typeof allotments.$inferSelect

export async function insertAllotment(
  db: Db,
  allotment: Omit<typeof allotments.$inferInsert, 'id'>,
): Promise<void> {
  await db.insert(allotments).values({ ...allotment, id: createId() })
}

const isOpen = and(isNull(allotments.settledAt), isNull(allotments.undoneAt))

/** The allotment of a run to an order that is neither settled nor undone; locked, as its order is. */
export async function lockAllotment(
  db: Db,
  of: { runId: string; orderId: string },
): Promise<AllotmentRow | undefined> {
  const [row] = await db
    .select()
    .from(allotments)
    .where(and(eq(allotments.runId, of.runId), eq(allotments.orderId, of.orderId), isOpen))
    .for('update')
  return row
}

/** The orders of a run that are neither settled nor undone. */
export async function listUnsettled(db: Db, runId: string): Promise<string[]> {
  const rows = await db
    .select({ orderId: allotments.orderId })
    .from(allotments)
    .where(and(eq(allotments.runId, runId), isOpen))
    .orderBy(asc(allotments.id))
  return rows.map(({ orderId }) => orderId)
}

export async function endAllotment(
  db: Db,
  id: string,
  how: 'settledAt' | 'undoneAt',
): Promise<void> {
  await db
    .update(allotments)
    .set({ [how]: sql`now()` })
    .where(eq(allotments.id, id))
}
