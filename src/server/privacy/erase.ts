import { type SQL, sql } from 'drizzle-orm'
import { handedOutByLeader } from '#contract/campaign-states.ts'
import type { Db } from '../db/connect.ts'
import { hasOpenMoney } from '../payments/open-money.ts'
import { teamsOf } from './campaign-columns.ts'
import { eraseRuns, eraseSubscriberLines } from './erase-runs.ts'
import { eraseWritten } from './erase-written.ts'
import { ordersOf, type Person } from './person.ts'
import { erasedValue, tableRules } from './personal-columns.ts'
import type { TableRule } from './table-rule.ts'

const hasNotEnded = sql`orders.state not in ('completed', 'cancelled', 'returned')`

/** How many rows of each table went or lost what is personal. */
export type Erased = Record<string, number>

/**
 * Obstacles to erasing a person's data: orders that have not ended, money that is still to be
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

/** Orders in one transaction. */
export const orderStep = 500

/** One transaction of an erasure: some orders, and at its ends the rows without an order. */
export interface ErasureStep {
  orders: SQL
  /** Rows without an order go with the first step, while all orders still tell whose they are. */
  isFirst: boolean
  /** Customer and account go with the last one: until then the command can be repeated. */
  isLast: boolean
}

/** Orders by steps; one that has nothing but what hangs on none, for a person without orders. */
export async function planSteps(db: Db, person: Person): Promise<ErasureStep[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from orders where id in ${ordersOf(person)} order by id`,
  )
  const count = Math.max(1, Math.ceil(rows.length / orderStep))
  return Array.from({ length: count }, (_, n) => {
    const ids = rows.slice(n * orderStep, (n + 1) * orderStep).map(({ id }) => id)
    const orders = sql`(select unnest(${sql.param(ids)}::text[]))`
    return { orders, isFirst: n === 0, isLast: n === count - 1 }
  })
}

/** In the transaction of the caller; the books stay as they are. */
export async function eraseStep(tx: Db, person: Person, step: ErasureStep): Promise<Erased> {
  const erased: Erased = await eraseRuns(tx, step.orders)
  await allowErasure(tx)
  // Before the orders lose the numbers of their payments.
  erased.gateway_callbacks = await eraseCallbacks(tx, step.orders)
  if (step.isFirst) {
    const { runs = 0, ...written } = await eraseWritten(tx, person)
    Object.assign(erased, written, { runs: (erased.runs ?? 0) + runs })
    await erasePickupAddresses(tx, person)
    const lines = await eraseSubscriberLines(tx, person.emails)
    erased.import_lines = (erased.import_lines ?? 0) + lines
  }
  for (const [table, rule] of byDependency()) {
    const rows = rowsOfStep(rule, person, {
      ...step,
      isTail: table === 'customers' || table === 'members',
    })
    if (rows) erased[table] = await eraseRows(tx, table, rule, rows)
  }
  return erased
}

/** Each row in one step only, so that a trial counts what an erasure does. */
function rowsOfStep(
  rule: TableRule,
  person: Person,
  { orders, isFirst, isLast, isTail }: ErasureStep & { isTail: boolean },
): SQL | undefined {
  const { own, ofOrders } = partsOf(rule, person, orders)
  if (isTail) return isLast ? own : undefined
  if (isFirst) return anyOf([own, ofOrders])
  return ofOrders && own ? sql`${ofOrders} and ${own} is not true` : ofOrders
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

/** Rows that are never changed may be emptied of words until the transaction ends. */
async function allowErasure(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('minmin.erasing', '1', true)`)
}

/** Others refer to or are found by these: they go last. */
const lastTables = ['orders', 'customers', 'members']

function byDependency(): [string, TableRule][] {
  return Object.entries(tableRules).toSorted(
    ([one], [other]) => lastTables.indexOf(one) - lastTables.indexOf(other),
  )
}

export function rowsOf(rule: TableRule, person: Person): SQL | undefined {
  const { own, ofOrders } = partsOf(rule, person, ordersOf(person))
  return anyOf([own, ofOrders])
}

function partsOf({ orderColumn, ofPerson }: TableRule, person: Person, orders: SQL) {
  return {
    own: ofPerson && sql`(${ofPerson(person)})`,
    ofOrders: orderColumn ? sql`${sql.identifier(orderColumn)} in ${orders}` : undefined,
  }
}

function anyOf(conditions: readonly (SQL | undefined)[]): SQL | undefined {
  const parts = conditions.filter((part) => part !== undefined)
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
  const { rows } = await tx.execute<{ trade: string; created_at: string }>(
    sql`select trade_no as trade, created_at::text from payments
      where order_id in ${orders} and trade_no is not null
      union all select trade_no, created_at::text from shipments where order_id in ${orders}
      order by created_at`,
  )
  if (!rows[0]) return 0
  const trades = sql.param(rows.map(({ trade }) => trade))
  // An array of values is looked up by hash, whatever number of callbacks there is.
  const { rowCount } = await tx.execute(
    sql`update gateway_callbacks set body = ''::bytea, network = '',
        body_hash = coalesce(body_hash, encode(sha256(body), 'hex'))
      where body <> '' and received_at >= ${rows[0].created_at}
        and (split_part(split_part(encode(body, 'escape'), 'MerchantTradeNo=', 2), '&', 1)
            = any(${trades}::text[])
          or kind like '%.%' and exists (select from unnest(${trades}::text[]) as own (trade)
            where strpos(encode(body, 'escape'), own.trade) > 0))`,
  )
  return rowCount ?? 0
}
