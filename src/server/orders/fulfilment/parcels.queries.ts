import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { orderLines, parcelLines, parcels } from '../../db/tables/orders.ts'
import type { LeftOut, Pieces } from '../order-events.ts'

export type ParcelRow = typeof parcels.$inferSelect

export interface ParcelContent {
  lineId: string
  title: string
  qty: number
}

export interface ShippableLine {
  id: string
  /** The id under which it is counted. */
  variantId: string
  title: string
  qty: number
  shipped: number
}

/** The id under which a line is counted in stock. */
export const soldIdOfLine = sql<string>`coalesce(${orderLines.variantId}, ${orderLines.productId})`

/** The pieces that an order is of, by the id in stock. */
export function readSoldPieces(db: Db, orderId: string): Promise<Pieces[]> {
  return db
    .select({ variantId: soldIdOfLine, qty: sql<number>`sum(${orderLines.qty})::int` })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .groupBy(soldIdOfLine)
}

/** The lines of an order with how many pieces of each are in a parcel. */
export async function readShippableLines(db: Db, orderId: string): Promise<ShippableLine[]> {
  return db
    .select({
      id: orderLines.id,
      variantId: soldIdOfLine,
      title: sql<string>`coalesce(${orderLines.title}, '')`,
      qty: orderLines.qty,
      shipped: sql<number>`coalesce((
        select sum(content.qty)::int from parcel_lines as content
        join parcels as parcel on parcel.id = content.parcel_id
        where parcel.order_id = "order_lines"."order_id" and content.line_id = "order_lines"."id"
      ), 0)`,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
}

/** The pieces that are in no parcel. */
export function leftOutOf(lines: readonly ShippableLine[]): LeftOut[] {
  return lines.flatMap(({ id: lineId, variantId, title, qty, shipped }) =>
    qty > shipped ? [{ lineId, variantId, title, qty: qty - shipped }] : [],
  )
}

/** The tracking numbers of these orders, oldest parcel first; an order without any is not there. */
export async function readTrackingNumbers(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ orderId: parcels.orderId, number: parcels.trackingNumber })
    .from(parcels)
    .where(and(inArray(parcels.orderId, [...orderIds]), ne(parcels.trackingNumber, '')))
    .orderBy(asc(parcels.id))
  const numbers = new Map<string, string[]>()
  for (const { orderId, number } of rows) {
    numbers.set(orderId, [...(numbers.get(orderId) ?? []), number])
  }
  return numbers
}

/** The parcels of an order, oldest first. */
export async function readParcels(
  db: Db,
  orderId: string,
): Promise<{ parcel: ParcelRow; contents: ParcelContent[] }[]> {
  const rows = await db
    .select({
      parcel: parcels,
      content: {
        lineId: parcelLines.lineId,
        title: sql<string>`coalesce(${orderLines.title}, '')`,
        qty: parcelLines.qty,
      },
    })
    .from(parcels)
    .innerJoin(parcelLines, eq(parcelLines.parcelId, parcels.id))
    .innerJoin(
      orderLines,
      and(eq(orderLines.orderId, parcels.orderId), eq(orderLines.id, parcelLines.lineId)),
    )
    .where(eq(parcels.orderId, orderId))
    .orderBy(asc(parcels.id), asc(parcelLines.lineId))
  const byParcel = Map.groupBy(rows, ({ parcel }) => parcel.id)
  return [...byParcel.values()].flatMap((ofOne) => {
    const [first] = ofOne
    return first ? [{ parcel: first.parcel, contents: ofOne.map(({ content }) => content) }] : []
  })
}

export async function insertParcel(
  db: Db,
  parcel: typeof parcels.$inferInsert,
  contents: readonly { id: string; qty: number }[],
): Promise<void> {
  const lines = contents.map(({ id, qty }) => ({ parcelId: parcel.id, lineId: id, qty }))
  await Promise.all([db.insert(parcels).values(parcel), db.insert(parcelLines).values(lines)])
}

export async function updateParcel(
  db: Db,
  id: string,
  change: Partial<typeof parcels.$inferInsert> & { isDelivered?: boolean },
): Promise<void> {
  const { isDelivered, ...columns } = change
  await db
    .update(parcels)
    .set({ ...columns, ...(isDelivered && { deliveredAt: sql`now()` }) })
    .where(eq(parcels.id, id))
}
