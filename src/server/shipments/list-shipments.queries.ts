import { type SQL, sql } from 'drizzle-orm'
import { toHalfWidthDigits } from '#contract/address.ts'
import type { OrderState } from '#contract/order-states.ts'
import { type ShipmentView, statesOfView } from '#contract/shipment-states.ts'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import type { Db } from '../db/connect.ts'
import type { KeptShipping } from '../db/tables/orders.ts'
import { isInHand, isPaidBack, isRestClosed } from '../orders/fulfilment/packing.queries.ts'
import {
  hasLiveLabel,
  isBehindMate,
  mateNumbers,
  parcelBalance,
  waitsForMate,
} from '../orders/merging/parcel-mates.queries.ts'
import { beforePickUp } from './collection-fault.ts'
import type { ShipmentRow } from './shipments.queries.ts'
import { isUnwanted, type UnwantedOrder, unwantedReason } from './unwanted.queries.ts'

export interface ListedShipment {
  orderId: string
  number: string
  name: string
  shipping: KeptShipping | null
  createdAt: Date
  /** The open balance of all that is in its parcel by now, in whole NT$. */
  openBalance: number
  /** The numbers of the other orders in its parcel. */
  along: string[]
  /** Null: the order has none yet. */
  shipment: ShipmentRow | null
  /** Of the order. */
  orderState: OrderState
  /** Why its parcel is not to be handed in. */
  unwanted?: string | undefined
}

export interface ShipmentFilter {
  view: ShipmentView
  chain: StoreChain | undefined
  /** Number of an order, code of a parcel, or with `seesPersons` a name. */
  q: string
  seesPersons: boolean
}

/** Whether the last parcel of an order was refused: it is made again from the list of problems. */
const hasFailed = sql`coalesce((select last.state = 'failed' from shipments as last
  where last.order_id = orders.id order by last.id desc limit 1), false)`

/** Whether an order to a store waits for its parcel to be made. */
const isToMake = sql`(${isInHand} and orders.deleted_at is null
  and orders.shipping ->> 'kind' = 'store' and not orders.awaits_goods and not ${isPaidBack}
  and orders.balance_due = 0
  and not ${isRestClosed} and not ${hasLiveLabel} and not ${hasFailed}
  and not ${isBehindMate} and not ${waitsForMate}
  and not exists (select from parcels where parcels.order_id = orders.id))`

const isOverdue = sql`(shipments.state = 'made'
  and shipments.hand_in_until < (now() at time zone 'Asia/Taipei')::date)`
const isUnanswered = sql`(shipments.state = 'making' and shipments.fault is not null
  and shipments.created_at < now() - interval '10 minutes')`
/** Nothing came of it, and its order waits for nothing else. */
const isAbandoned = sql`(shipments.state in ('failed', 'expired')
  and ${isInHand} and not ${isUnwanted}
  and shipments.id = (select max(last.id) from shipments as last
    where last.order_id = shipments.order_id))`
const isLost = sql`(shipments.state in ('lost', 'damaged')
  and orders.state not in ('completed', 'cancelled', 'returned'))`
/** Nobody has picked it up, and its order waits to be returned. */
const isTakenBack = sql`(shipments.state = 'returned' and orders.state = 'shipped')`
/** To be handed in, though nobody waits for it any more. */
const isForNobody = sql`(shipments.state in ('making', 'made') and ${isUnwanted})`
/** The sum on its label is not the open balance of its order by now. */
const isWrongSum = sql`(shipments.state = any(${sql.param([...beforePickUp])}::text[])
  and shipments.collects <> ${parcelBalance})`
const isProblem = sql`(shipments.state = 'store_closed' or ${isOverdue} or ${isUnanswered}
  or ${isAbandoned} or ${isLost} or ${isForNobody} or ${isWrongSum})`

const ofView: Record<Exclude<ShipmentView, 'to_make'>, SQL> = {
  to_hand_in: sql`(${inView('to_hand_in')} and not ${isProblem})`,
  under_way: sql`(${inView('under_way')} and not ${isProblem})`,
  waiting: sql`(${inView('waiting')} and not ${isProblem})`,
  back: sql`(${inView('back')} or ${isTakenBack})`,
  problem: isProblem,
  done: sql`(${inView('done')} and not ${isTakenBack}
    or ${inView('problem')} and not ${isProblem})`,
}

function inView(view: Exclude<ShipmentView, 'to_make'>): SQL {
  return sql`shipments.state = any(${sql.param([...statesOfView[view]])}::text[])`
}

/** One page of a view, with how many rows it has: what is due first stands first. */
export async function listShipments(
  db: Db,
  filter: ShipmentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedShipment[]; total: number }> {
  const { view } = filter
  const isToMakeView = view === 'to_make'
  const from = isToMakeView
    ? sql`from orders`
    : sql`from shipments join orders on orders.id = shipments.order_id`
  const where = sql`where ${isToMakeView ? isToMake : ofView[view]} and ${matches(filter)}`
  const orderBy = isToMakeView
    ? sql`order by orders.id`
    : view === 'to_hand_in'
      ? sql`order by shipments.hand_in_until, shipments.id`
      : view === 'waiting'
        ? sql`order by shipments.pick_up_until, shipments.id`
        : sql`order by shipments.state_at desc, shipments.id`
  const [page, counted] = await Promise.all([
    db.execute<RawRow>(sql`
      select orders.id as "orderId", orders.number, orders.contact_name as name, orders.shipping,
        orders.created_at as "createdAt", orders.state as "orderState",
        (${parcelBalance})::float8 as "openBalance", ${mateNumbers} as along,
        ${
          isToMakeView
            ? sql`null`
            : sql`case when ${isForNobody} then jsonb_build_object(
          'state', orders.state, 'isArchived', orders.deleted_at is not null) end`
        } as unwanted,
        ${isToMakeView ? sql`null` : sql`to_jsonb(shipments)`} as shipment
      ${from} ${where} ${orderBy} limit ${limit} offset ${offset}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${from} ${where}`),
  ])
  return { rows: page.rows.map(toListed), total: counted.rows[0]?.total ?? 0 }
}

interface RawRow extends Record<string, unknown> {
  orderId: string
  number: string
  name: string
  shipping: KeptShipping | null
  createdAt: string
  orderState: OrderState
  openBalance: number
  along: string[]
  shipment: Record<string, unknown> | null
  unwanted: UnwantedOrder | null
}

/** PostgreSQL gives the row in its own names, and its times as text. */
function toListed({ shipment, createdAt, unwanted, ...order }: RawRow): ListedShipment {
  return {
    ...order,
    createdAt: new Date(createdAt),
    shipment: shipment && (toRow(shipment) as ShipmentRow),
    ...(unwanted && { unwanted: unwantedReason(unwanted) }),
  }
}

const times = ['stateAt', 'createdAt', 'madeAt', 'printedAt', 'askedAt']

function toRow(raw: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      const isTime = times.includes(key) && value !== null
      return [key, isTime ? new Date(String(value)) : value]
    }),
  )
}

function matches({ view, chain, q, seesPersons }: ShipmentFilter): SQL {
  const text = toHalfWidthDigits(q)
    .trim()
    .replace(/[\\%_]/g, '\\$&')
  const ofChain =
    chain === undefined ? sql`true` : sql`orders.shipping -> 'store' ->> 'chain' = ${chain}`
  if (text === '') return ofChain
  const begins = `${text}%`
  const found = [
    sql`orders.number like ${begins}`,
    ...(seesPersons ? [sql`orders.contact_name ilike ${`%${text}%`}`] : []),
    ...(view === 'to_make'
      ? []
      : [
          sql`coalesce(shipments.payment_no, '') || coalesce(shipments.validation_no, '') ilike ${begins}`,
          sql`shipments.shipment_no like ${begins}`,
        ]),
  ]
  return sql`${ofChain} and (${sql.join(found, sql` or `)})`
}

type OpenView = Exclude<ShipmentView, 'to_make' | 'done'>
const openViews: OpenView[] = ['to_hand_in', 'under_way', 'waiting', 'back', 'problem']

/** How many parcels each view has of those that are not over. */
export async function countShipments(db: Db): Promise<Record<OpenView, number>> {
  const counts = openViews.map(
    (view) => sql`count(*) filter (where ${ofView[view]})::int as ${sql.identifier(view)}`,
  )
  const { rows } = await db.execute<Record<OpenView, number>>(sql`
    select ${sql.join(counts, sql`, `)}
    from shipments join orders on orders.id = shipments.order_id
    where shipments.state not in ('picked_up', 'returned', 'cancelled') or ${isTakenBack}`)
  const [counted] = rows
  if (!counted) throw new Error('the parcels were not counted')
  return counted
}

/** How many rows each view has; those of what is over are not counted. */
export async function countViews(db: Db): Promise<Record<ShipmentView, number>> {
  const [ofShipments, { rows: ofOrders }] = await Promise.all([
    countShipments(db),
    db.execute<{ n: number }>(sql`select count(*)::int as n from orders where ${isToMake}`),
  ])
  return { ...ofShipments, to_make: ofOrders[0]?.n ?? 0, done: 0 }
}

/** The orders of which parcels are to be made, oldest first. */
export async function listToMake(
  db: Db,
  filter: Omit<ShipmentFilter, 'view'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from orders where ${isToMake} and ${matches({ ...filter, view: 'to_make' })}
    order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** The parcels of a view. */
export async function listIdsOfView(
  db: Db,
  filter: ShipmentFilter,
  limit: number,
): Promise<string[]> {
  if (filter.view === 'to_make') return []
  const { rows } = await db.execute<{ id: string }>(sql`
    select shipments.id from shipments join orders on orders.id = shipments.order_id
    where ${ofView[filter.view]} and ${matches(filter)} order by shipments.id limit ${limit}`)
  return rows.map(({ id }) => id)
}
