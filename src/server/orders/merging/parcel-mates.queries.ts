import { asc, inArray, type SQL, sql } from 'drizzle-orm'
import type { OrderState } from '#contract/order-states.ts'
import type { Db } from '../../db/connect.ts'
import { orders } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import { isInHand, isPaidBack } from '../fulfilment/packing.queries.ts'
import type { OrderRow } from '../order-wire.ts'
import { orderRow } from '../orders.queries.ts'
import { openBalance } from '../pays-on-delivery.ts'

/** Method, recipient and place of an order of `orders`: one parcel has one of it. */
export const destination: SQL<string> = sql<string>`concat_ws('|',
  orders.shipping ->> 'methodId', orders.shipping -> 'store' ->> 'id', orders.contact_name,
  translate(regexp_replace(orders.user_address, '[[:space:]]', '', 'g'), '台', '臺'))`

/** Whether an order of `orders` is to be sent, and all of its price is there or collected by a store. */
export const isToSend: SQL<boolean> = sql<boolean>`(orders.deleted_at is null and ${isInHand}
  and not ${isPaidBack} and orders.balance_due = 0)`

/**
 * A row of `orders` as what stands inside a subquery over `orders` names it; none of an order that a
 * change has made dearer, which nothing is sent with until that is paid.
 */
const self = sql`(select orders.id, orders.ships_with as parcel, ${destination} as destination
  where orders.balance_due = 0) as self`

/**
 * Whether an order of `orders` still goes along in its parcel. One that was cancelled, paid back, made
 * dearer or sent elsewhere does not any more, without anybody taking it out.
 */
const goesAlong = sql`(${isToSend} and ${destination} = self.destination)`

/** Whether of a row of `orders` another order of its parcel, which stands as `orders`, is so. */
function hasMate(isSo: SQL): SQL<boolean> {
  return sql<boolean>`(orders.ships_with is not null and exists (select from ${self}
    join orders on orders.ships_with = self.parcel and orders.id <> self.id
    where ${goesAlong} and ${isSo}))`
}

/** Whether goods that go in the parcel of an order are still to come. */
export const waitsForMate: SQL<boolean> = hasMate(sql`orders.awaits_goods`)

/** Whether another order stands for its parcel in lists that have a row for each parcel. */
export const isBehindMate: SQL<boolean> = hasMate(sql`orders.id < self.id`)

/** Whether it is, or was sent, in the parcel of the order that `self` is. */
const isInParcel = sql`(${goesAlong} or orders.deleted_at is null
  and orders.state in ('shipped', 'delivered', 'completed', 'returned')
  and ${destination} = self.destination)`

/** The numbers of the other orders in the parcel of a row of `orders`, oldest first. */
export const mateNumbers: SQL<string[]> = sql<string[]>`array(select orders.number from ${self}
  join orders on orders.ships_with = self.parcel and orders.id <> self.id
  where ${isInParcel} order by orders.id)`

/** The open balance of all that is in the parcel of a row of `orders`, in whole NT$. */
export const parcelBalance: SQL<number> = sql<number>`case
  when orders.ships_with is null or orders.balance_due > 0 then ${openBalance} else (select sum(${openBalance}) from ${self}
    join orders on orders.ships_with = self.parcel
    where orders.id = self.id or orders.deleted_at is null and ${destination} = self.destination)
  end`

const isUnderWay = sql`(live.state not in ('failed', 'returned', 'expired', 'lost', 'damaged', 'cancelled')
  or live.state = 'failed' and live.attempts > 0)`

/** Whether an order, or another one of its parcel, has a label that is not over; as `endedShipmentStates` says it. */
export const hasLiveLabel: SQL<boolean> = sql<boolean>`(exists (select from shipments as live
    where live.order_id = orders.id and ${isUnderWay})
  or orders.ships_with is not null and exists (select from orders as mate
    join shipments as live on live.order_id = mate.id
    where mate.ships_with = orders.ships_with and ${isUnderWay}))`

/** Whether any of these orders has a parcel, or a label that is not over. */
export async function isAnyPacked(db: Db, ids: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select exists (select from orders where id = any(${sql.param([...ids])}::text[])
      and (${hasLiveLabel} or exists (select from parcels where parcels.order_id = orders.id))) as is`)
  return rows[0]?.is ?? false
}

/** The ids of an order and of all that were put into one parcel with it. */
export function idsOfParcel(orderId: string): SQL {
  return sql`(select ${orderId}::text collate "C" union select mate.id from orders as mate
    where mate.ships_with = (select ships_with from orders where id = ${orderId}))`
}

/** By each of these orders those that go in one parcel, itself among them, oldest first. */
export async function readMates(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; mates: string[] }>(sql`
    select id, array(select orders.id from ${self}
        join orders on orders.ships_with = self.parcel and orders.id <> self.id
        where ${goesAlong}) as mates
    from orders where id = any(${sql.param([...ids])}::text[]) and ships_with is not null
      and ${isToSend}`)
  const mates = new Map(rows.map((row) => [row.id, row.mates]))
  return new Map(ids.map((id) => [id, [id, ...(mates.get(id) ?? [])].toSorted()]))
}

/** Another order in the parcel of one. */
interface Mate {
  id: string
  number: string
  owner: string
  state: OrderState
  awaitsGoods: boolean
}

/** The other orders in the parcel of an order, also once it was sent, oldest first. */
export async function listInParcel(db: Db, orderId: string): Promise<Mate[]> {
  const { rows } = await db.execute<Mate & Record<string, unknown>>(sql`
    select orders.id, orders.number, orders.owner, orders.state,
      orders.awaits_goods as "awaitsGoods"
    from (select id, ships_with as parcel, ${destination} as destination from orders
      where id = ${orderId} and balance_due = 0) as self
    join orders on orders.ships_with = self.parcel and orders.id <> self.id
    where ${isInParcel} order by orders.id`)
  return rows
}

/** For a mail about the parcel of an order: the numbers of the others in it, and what is collected for all. */
export async function readParcelMates(
  db: Db,
  orderId: string,
): Promise<{ numbers: string[]; balance: number } | undefined> {
  const { rows } = await db.execute<{ numbers: string[]; balance: number }>(sql`
    select ${mateNumbers} as numbers, (${parcelBalance})::float8 as balance
    from orders where id = ${orderId} and ships_with is not null`)
  const [found] = rows
  return found && found.numbers.length > 0 ? found : undefined
}

/**
 * Locks these orders with all that were put into their parcels, in the order of their ids. Nothing
 * joins a parcel of which an order is locked.
 */
export async function lockParcels(tx: Transaction, ids: readonly string[]): Promise<OrderRow[]> {
  for (;;) {
    const wanted = await listTogether(tx, ids)
    await tx.execute(sql`savepoint parcels`)
    const locked = await tx
      .select(orderRow)
      .from(orders)
      .where(inArray(orders.id, wanted))
      .orderBy(asc(orders.id))
      .for('update')
    const isAlone = wanted.length === 1 && locked.every(({ shipsWith }) => shipsWith === null)
    if (isAlone) return locked
    const together = await listTogether(tx, ids)
    if (together.every((id) => wanted.includes(id))) return locked
    // Others were merged with it while it was waited for: an older one would be locked after a younger.
    await tx.execute(sql`rollback to savepoint parcels`)
  }
}

/** The ids of these orders and of all that were put into their parcels. */
async function listTogether(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from orders where id = any(${sql.param([...ids])}::text[])
    union select mate.id from orders as mate where mate.ships_with in (
      select ships_with from orders where id = any(${sql.param([...ids])}::text[]))`)
  return rows.map(({ id }) => id)
}

/** Locks what goes in one parcel with an order, itself among them, oldest first; itself alone where nothing does. */
export async function lockMates(tx: Transaction, orderId: string): Promise<OrderRow[]> {
  const locked = await lockParcels(tx, [orderId])
  if (locked.length < 2) return locked
  const mates = (await readMates(tx, [orderId])).get(orderId) ?? []
  return locked.filter(({ id }) => mates.includes(id))
}

/** Another parcel of the same orders, or none. */
export async function writeParcel(
  tx: Transaction,
  ids: readonly string[],
  shipsWith: string | null,
): Promise<void> {
  // A slip that was printed before is wrong.
  await tx
    .update(orders)
    .set({ shipsWith, printedAt: null })
    .where(inArray(orders.id, [...ids]))
}

/** Those that do not go along are sent by themselves from now on. */
export async function leaveOut(
  tx: Transaction,
  shipsWith: string,
  mates: readonly string[],
): Promise<void> {
  await tx.execute(sql`update orders set ships_with = null
    where ships_with = ${shipsWith} and id <> all(${sql.param([...mates])}::text[])`)
}

/** The parcel row of each other order that was sent with one, at the same moment. */
export async function listSentAlong(
  db: Db,
  { id, parcelId }: { id: string; parcelId: string },
): Promise<{ id: string; parcelId: string }[]> {
  const { rows } = await db.execute<{ id: string; parcelId: string }>(sql`
    select mate.id, other.id as "parcelId"
    from orders as self
    join parcels as parcel on parcel.order_id = self.id and parcel.id = ${parcelId}
    join orders as mate on mate.ships_with = self.ships_with and mate.id <> self.id
      and mate.deleted_at is null
    join parcels as other on other.order_id = mate.id and other.shipped_at = parcel.shipped_at
    where self.id = ${id} order by mate.id`)
  return rows
}
