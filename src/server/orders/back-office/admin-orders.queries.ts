import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { archivedBy, areArchived } from '../../db/archive.ts'
import type { Db } from '../../db/connect.ts'
import { type ListOrder, readAdminPage } from '../../db/list-page.ts'
import { prepared } from '../../db/prepared.ts'
import { customers } from '../../db/tables/customers.ts'
import { members } from '../../db/tables/members.ts'
import { orderEvents, orders } from '../../db/tables/orders.ts'
import { type Actor, actorKey, type StaffActor } from '../../http/actor.ts'
import { writeOrderTerms } from '../order-terms.ts'
import type { OrderRow } from '../order-wire.ts'
import { eventOfRun, orderRow, orderWithLines } from '../orders.queries.ts'
import { orderConditions } from './order-filter.ts'
import { isOrderFilter, type OrderFilter } from './read-order-filter.ts'

const isLive = isNull(orders.deletedAt)

export const orderSortKeys = {
  id: orders.id,
  create_at: orders.id,
  name: orders.contactName,
  message: sql`left(${orders.message}, 100)`,
  total: orders.total,
  is_paid: orders.payment,
}
const textKeys = new Set<ListOrder['column']>([orderSortKeys.name, orderSortKeys.message])
export const orderId = orders.id

/**
 * One page of the orders that a filter finds; archived ones come with the last archived first. The page
 * is found before its lines are read: what lies before it costs a step of an index.
 */
export function listOrders(
  db: Db,
  filter: OrderFilter,
  place: { page: number; pageSize?: number; order: ListOrder },
) {
  const isFound = isOrderFilter(filter) ? orderConditions(filter) : undefined
  const read = (isOnPage: SQL, orderBy: SQL[]) =>
    db
      .select(orderWithLines)
      .from(orders)
      .where(isOnPage)
      .orderBy(...orderBy)
  const isFarAlong = textKeys.has(place.order.column) && filter.text !== '' && !filter.isArchived
  const list = { table: orders, where: isLive, filter: isFound, isFarAlong, read }
  const order = isFound ? orderOfFound(filter, place.order) : place.order
  return readAdminPage(db, list, { ...place, order })
}

/** Days are of the creation, whose order is that of the ids: one index serves both. */
function orderOfFound({ isArchived }: OrderFilter, order: ListOrder): ListOrder {
  if (isArchived) return { ...order, column: orders.deletedAt, isDescending: true }
  return order.column === orders.id ? { ...order, column: orders.createdAt } : order
}

const liveLocked = prepared((db) =>
  db
    .select(orderRow)
    .from(orders)
    .where(and(eq(orders.id, sql.placeholder('id')), isLive))
    .for('update')
    .prepare('order_lock_live'),
)

export function countLiveOrders(db: Db): Promise<number> {
  return db.$count(orders, isLive)
}

/** Undefined when there is no such order. The row is locked until the end of the transaction. */
export async function lockOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [row] = await liveLocked(db).execute({ id })
  return row
}

/** Also an archived one. */
export async function lockAnyOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select(orderRow).from(orders).where(eq(orders.id, id)).for('update')
  return row
}

/** Whether an order came to its state more than some days ago, by the clock of the database. */
export async function isInStateLongerThan(db: Db, id: string, days: number): Promise<boolean> {
  const [row] = await db
    .select({
      isLonger: sql<boolean>`now() - ${orders.stateSince} > make_interval(days => ${days})`,
    })
    .from(orders)
    .where(eq(orders.id, id))
  return row?.isLonger ?? false
}

/** The orders of a deletion behind an id, so many of them: it goes, and comes back, in steps. */
interface DeletionStep {
  after: string
  limit: number
  deletion: string
}

/**
 * Brings one archived order, or a step of a deletion, back into the lists, in the states that they
 * have by now, records it and gives them by their ids. They are locked in the order of their ids.
 */
export async function restoreOrders(
  db: Db,
  which: { id: string } | DeletionStep,
  actor: Actor,
): Promise<{ id: string; number: string }[]> {
  const isOne = 'id' in which
  const isMeant = and(areArchived(orders, which), isOne ? undefined : gt(orders.id, which.after))
  const { rows } = await db.execute<{ id: string; number: string }>(sql`
    with meant as materialized (
      select ${orders.id} from ${orders} where ${isMeant} order by ${orders.id}
      limit ${isOne ? 1 : which.limit} for update
    ), restored as (
      update ${orders} set deleted_at = null, deleted_by = null, deletion = null
      from meant where ${orders.id} = meant.id
      returning ${orders.id} as id, ${orders.number} as number
    ), recorded as (
      insert into ${orderEvents} (order_id, kind, actor, detail)
      select id, 'restored', ${actorKey(actor)}, ${JSON.stringify(eventOfRun(actor))}::jsonb from restored
    )
    select id, number from restored order by id`)
  return rows
}

/** One order with its lines, archived or not. */
export async function findOrder(db: Db, id: string) {
  const [row] = await db
    .select({ ...orderWithLines, archivedAt: orders.deletedAt })
    .from(orders)
    .where(eq(orders.id, id))
  return row
}

/** Whether a change of an order is one of name, e-mail address or telephone. */
export function isOfContact(change: Partial<typeof orders.$inferInsert>): boolean {
  return [change.contactName, change.userEmail, change.userTel].some((one) => one !== undefined)
}

export async function updateOrder(
  db: Db,
  id: string,
  change: Partial<typeof orders.$inferInsert>,
): Promise<void> {
  await db.update(orders).set(change).where(eq(orders.id, id))
  if (isOfContact(change)) await writeOrderTerms(db, [id])
}

/** One whose group has not settled it yet. */
const isOpenInGroup = sql`(${orders.state} = 'placed' and ${orders.groupId} is not null)`

/** Whether a live order has a place in a group that may still be paid, or end. */
export async function isOrderOpenInGroup(db: Db, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), isLive, isOpenInGroup))
  return row !== undefined
}

/** Those of these orders. */
export async function listOrdersInGroups(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isLive, isOpenInGroup))
  return rows.map(({ id }) => id)
}

/**
 * Archives one order, or a step of all, records it and gives them by their ids; one with an open
 * place in a group stays where it is. They are locked in the order of their ids, so that two calls
 * that archive all do not deadlock.
 */
export async function archiveOrderRows(
  db: Db,
  which: { id: string } | DeletionStep,
  actor: StaffActor,
): Promise<{ id: string; number: string }[]> {
  const isOne = 'id' in which
  const { deletedBy, deletion } = { ...archivedBy(actor), ...which }
  const isWanted = isOne ? eq(orders.id, which.id) : gt(orders.id, which.after)
  const isMeant = and(isWanted, isLive, sql`not ${isOpenInGroup}`)
  const { rows } = await db.execute<{ id: string; number: string }>(sql`
    with meant as materialized (
      select ${orders.id} from ${orders} where ${isMeant} order by ${orders.id}
      limit ${isOne ? 1 : which.limit} for update
    ), archived as (
      update ${orders} set deleted_at = now(), deleted_by = ${deletedBy}, deletion = ${deletion}
      from meant where ${orders.id} = meant.id
      returning ${orders.id} as id, ${orders.number} as number
    ), recorded as (
      insert into ${orderEvents} (order_id, kind, actor, detail)
      select id, 'deleted', ${actorKey(actor)}, ${JSON.stringify(eventOfRun(actor))}::jsonb from archived
    )
    select id, number from archived order by id`)
  return rows
}

/** `m:` and a member's id, or `e:` and the address of guests. */
export async function findCustomerKey(db: Db, number: string): Promise<string | undefined> {
  if (!/^[1-9][0-9]{0,14}$/.test(number)) return undefined
  const [row] = await db
    .select({ key: customers.key })
    .from(customers)
    .where(eq(customers.num, Number(number)))
  return row?.key
}

/** False when the account is gone; else it stays until the end of the transaction. */
export async function holdAccount(db: Db, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ uid: members.uid })
    .from(members)
    .where(eq(members.uid, uid))
    .for('key share')
  return row !== undefined
}
