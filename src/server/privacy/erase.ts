import { type SQL, sql } from 'drizzle-orm'
import { handedOutByLeader } from '#contract/campaign-states.ts'
import type { Db } from '../db/connect.ts'
import { hasOpenMoney } from '../payments/open-money.ts'
import { teamsOf } from './campaign-columns.ts'
import { eraseRuns } from './erase-runs.ts'
import { ordersOf, type Person } from './person.ts'
import { erasedValue, tableRules } from './personal-columns.ts'
import type { TableRule } from './table-rule.ts'

const hasNotEnded = sql`order_state not in ('completed', 'cancelled', 'returned')`

/** How many rows of each table went or lost what is personal. */
export type Erased = Record<string, number>

/**
 * What keeps a person's data from going: orders that have not ended, money that is still to be
 * moved, and orders of others in a team that the person leads or that are fetched at its place.
 */
export async function listOpenOrders(db: Db, person: Person): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from orders where id in ${ordersOf(person)} and (${hasNotEnded}
        or ${hasOpenMoney(sql`orders.id`)})
      union select orders.id from groups
        join participations on participations.group_id = groups.id
        join orders on orders.id = participations.order_id
        where groups.id in ${teamsOf(person)} and ${hasNotEnded}
          and (groups.pickup_place <> '' or groups.leader_id = ${person.uid})
      order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Everything of a person, in the transaction of the caller; the books stay as they are. */
export async function erasePerson(tx: Db, person: Person): Promise<Erased> {
  const erased: Erased = await eraseRuns(tx, ordersOf(person))
  await allowErasure(tx)
  // Before the orders lose the numbers of their payments.
  erased.gateway_callbacks = await eraseCallbacks(tx, ordersOf(person))
  await erasePickupAddresses(tx, person)
  for (const [table, rule] of byDependency()) {
    const rows = rowsOf(rule, person)
    if (rows) erased[table] = await eraseRows(tx, table, rule, rows)
  }
  return erased
}

/**
 * The contact of orders that ended years ago, and what else hangs on them. Not their callbacks: these
 * lose their bodies after 180 days.
 */
export async function eraseOrders(tx: Db, orders: SQL): Promise<number> {
  await allowErasure(tx)
  for (const [table, rule] of byDependency()) {
    if (!rule.orderColumn || table === 'orders') continue
    await eraseRows(tx, table, rule, sql`${sql.identifier(rule.orderColumn)} in ${orders}`)
  }
  const { orders: rule } = tableRules
  return rule ? eraseRows(tx, 'orders', rule, sql`id in ${orders}`) : 0
}

/** Rows that are never changed may be emptied of words until the transaction ends (`0022_erasure.sql`). */
async function allowErasure(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('minmin.erasing', '1', true)`)
}

/** What others refer to, or are found by: it goes last. */
const lastTables = ['customers', 'members']

function byDependency(): [string, TableRule][] {
  return Object.entries(tableRules).toSorted(
    ([one], [other]) => lastTables.indexOf(one) - lastTables.indexOf(other),
  )
}

export function rowsOf({ orderColumn, ofPerson }: TableRule, person: Person): SQL | undefined {
  const parts = [
    ...(orderColumn ? [sql`${sql.identifier(orderColumn)} in ${ordersOf(person)}`] : []),
    ...(ofPerson ? [sql`(${ofPerson(person)})`] : []),
  ]
  return parts.length > 0 ? sql.join(parts, sql` or `) : undefined
}

async function eraseRows(tx: Db, table: string, rule: TableRule, rows: SQL): Promise<number> {
  const name = sql.identifier(table)
  if (rule.removesRows) {
    const { rowCount } = await tx.execute(sql`delete from ${name} where ${rows}`)
    return rowCount ?? 0
  }
  const changes = Object.entries(rule.personal).flatMap(([column, erasure]) => {
    const value = erasedValue(erasure)
    return value ? [{ column: sql.identifier(column), value }] : []
  })
  const set = changes.map(({ column, value }) => sql`${column} = ${value}`)
  const holds = changes.map(({ column, value }) => sql`${column} is distinct from ${value}`)
  const { rowCount } = await tx.execute(
    sql`update ${name} set ${sql.join(set, sql`, `)}
      where (${rows}) and (${sql.join(holds, sql` or `)})`,
  )
  return rowCount ?? 0
}

/** Orders of others that were fetched from a leader have the leader's place for their address. */
async function erasePickupAddresses(tx: Db, person: Person): Promise<void> {
  await tx.execute(
    sql`update orders set user_address = ${handedOutByLeader}
      from participations join groups on groups.id = participations.group_id
      where orders.id = participations.order_id and groups.id in ${teamsOf(person)}
        and groups.pickup_place <> ''
        and orders.user_address = ${handedOutByLeader} || ' ' || groups.pickup_place`,
  )
}

/**
 * A callback names no order of ours but our number of the trade, and comes after its payment. Those
 * that have a body are in an index by `received_at`.
 */
async function eraseCallbacks(tx: Db, orders: SQL): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`with trades as materialized (
        select convert_to(trade_no, 'UTF8') as number, created_at from payments
        where order_id in ${orders} and trade_no is not null)
      update gateway_callbacks set body = ''::bytea, network = '',
        body_hash = coalesce(body_hash, encode(sha256(body), 'hex'))
      where body <> '' and received_at >= (select min(created_at) from trades)
        and exists (select from trades where position(number in body) > 0)`,
  )
  return rowCount ?? 0
}
