import { and, asc, desc, eq, gt, inArray, notInArray, or, sql } from 'drizzle-orm'
import { endedShipmentStates, type ShipmentState } from '#contract/shipment-states.ts'
import type { Db } from '../db/connect.ts'
import { orders } from '../db/tables/orders.ts'
import { shipmentEvents, shipments } from '../db/tables/shipments.ts'
import type { KnownShipment } from '../logistics/logistics-provider.ts'
import { hasLiveLabel, idsOfParcel } from '../orders/merging/parcel-mates.queries.ts'

export type ShipmentRow = typeof shipments.$inferSelect
export type ShipmentEventRow = typeof shipmentEvents.$inferSelect

export async function insertShipment(
  db: Db,
  shipment: typeof shipments.$inferInsert,
): Promise<void> {
  await db.insert(shipments).values(shipment)
}

export async function findShipment(db: Db, id: string): Promise<ShipmentRow | undefined> {
  const [row] = await db.select().from(shipments).where(eq(shipments.id, id))
  return row
}

export async function findByTradeNumber(db: Db, tradeNo: string): Promise<ShipmentRow | undefined> {
  const [row] = await db.select().from(shipments).where(eq(shipments.tradeNo, tradeNo))
  return row
}

/** The row is locked; its order is locked before it. */
export async function lockShipment(db: Db, id: string): Promise<ShipmentRow | undefined> {
  const [row] = await db.select().from(shipments).where(eq(shipments.id, id)).for('update')
  return row
}

/** Whether a label is of an order, or of one that was put into its parcel. */
const isOfParcel = (orderId: string) => sql`${shipments.orderId} in ${idsOfParcel(orderId)}`

/** The labels of an order and of its parcel, oldest first. */
export function listOfOrder(db: Db, orderId: string): Promise<ShipmentRow[]> {
  return db.select().from(shipments).where(isOfParcel(orderId)).orderBy(asc(shipments.id))
}

/** Not over: one that failed without an answer may be there all the same. */
const isLive = or(
  notInArray(shipments.state, [...endedShipmentStates]),
  and(eq(shipments.state, 'failed'), gt(shipments.attempts, 0)),
)

/** The label of an order, or of its parcel, that is not over, if there is one. */
export async function findLive(db: Db, orderId: string): Promise<ShipmentRow | undefined> {
  const [row] = await db
    .select()
    .from(shipments)
    .where(and(isOfParcel(orderId), isLive))
    .orderBy(desc(shipments.id))
    .limit(1)
  return row
}

/** Which of these orders, or another of their parcel, have a label that is not over. */
export async function readLiveOrders(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), hasLiveLabel))
  return new Set(rows.map(({ id }) => id))
}

export async function updateShipment(
  db: Db,
  id: string,
  change: Partial<typeof shipments.$inferInsert>,
): Promise<void> {
  await db.update(shipments).set(change).where(eq(shipments.id, id))
}

/** False when it is in another state by now. */
export async function updateInState(
  db: Db,
  { id, state }: { id: string; state: ShipmentState },
  change: Partial<typeof shipments.$inferInsert> & { isSent?: true },
): Promise<boolean> {
  const { isSent, ...columns } = change
  const { rowCount } = await db
    .update(shipments)
    .set({ ...columns, ...(isSent && { attempts: sql`${shipments.attempts} + 1` }) })
    .where(and(eq(shipments.id, id), eq(shipments.state, state)))
  return rowCount === 1
}

/** False for a state that was told before. */
export async function insertEvent(
  db: Db,
  event: Omit<typeof shipmentEvents.$inferInsert, 'id'>,
): Promise<boolean> {
  const inserted = await db
    .insert(shipmentEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: shipmentEvents.id })
  return inserted.length > 0
}

/** All that was told of a parcel, oldest first by the clock of the provider. */
export function readEvents(db: Db, shipmentId: string): Promise<ShipmentEventRow[]> {
  return db
    .select()
    .from(shipmentEvents)
    .where(eq(shipmentEvents.shipmentId, shipmentId))
    .orderBy(asc(shipmentEvents.at), asc(shipmentEvents.id))
}

export async function readNumberOfOrder(db: Db, orderId: string): Promise<string> {
  const [row] = await db
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.id, orderId))
  return row?.number ?? ''
}

/** These parcels with the numbers of their orders. */
export function listWithNumbers(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; state: ShipmentState; number: string }[]> {
  return db
    .select({ id: shipments.id, state: shipments.state, number: orders.number })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(inArray(shipments.id, [...ids]))
}

/** Parcels that the provider has told nothing new of for two days; the longest unasked first. */
export async function listSilent(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from shipments
    where state in ('made', 'handed_in', 'at_centre', 'at_store', 'not_picked_up', 'going_back',
        'store_closed', 'store_changed')
      and greatest(state_at, coalesce(asked_at, made_at, created_at)) < now() - interval '2 days'
    order by coalesce(asked_at, made_at, created_at), id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** The numbers by which the provider knows it; undefined before it has given any. */
export function knownTo({
  providerId,
  paymentNo,
  validationNo,
  tradeNo,
  chain,
}: ShipmentRow): KnownShipment | undefined {
  if (providerId === null) return undefined
  return {
    tradeNo,
    chain,
    providerId,
    paymentNo: paymentNo ?? '',
    validationNo: validationNo ?? '',
  }
}

/** The code by which it is handed in at a store, or else the number of the chain. */
export function codeOf(shipment: Pick<ShipmentRow, 'paymentNo' | 'validationNo' | 'shipmentNo'>) {
  const { paymentNo, validationNo, shipmentNo } = shipment
  return `${paymentNo ?? ''}${validationNo ?? ''}` || (shipmentNo ?? '')
}
