import type { Carrier } from '#contract/order-states.ts'
import { type ShipmentState, sentShipmentStates } from '#contract/shipment-states.ts'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import { storeTitle } from '#contract/store-title.ts'
import { taipeiDay } from '#contract/taipei-time.ts'
import type { OrderEventKind } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import type { ShipmentNumbers } from '../logistics/logistics-provider.ts'
import { lockAnyOrder } from '../orders/back-office/admin-orders.queries.ts'
import {
  deliverByCarrier,
  isOneMailbox,
  shipByCarrier,
} from '../orders/fulfilment/fulfilment.service.ts'
import { readParcels } from '../orders/fulfilment/parcels.queries.ts'
import { returnByCarrier } from '../orders/fulfilment/return-order.service.ts'
import { lockParcels, readMates } from '../orders/merging/parcel-mates.queries.ts'
import { publishOrderEvent } from '../orders/order-events.ts'
import type { OrderRow } from '../orders/order-wire.ts'
import { recordOrderEvent } from '../orders/orders.queries.ts'
import { type CollectedMoney, takeCollected } from '../payments/news/collected-money.ts'
import { currentState } from './current-state.ts'
import type { ShipmentDeps } from './shipment-deps.ts'
import {
  codeOf,
  insertEvent,
  lockShipment,
  readEvents,
  type ShipmentRow,
  updateShipment,
} from './shipments.queries.ts'
import { readUnwanted } from './unwanted.queries.ts'

export interface Told {
  /** In the numbers of the provider; of the staff, the name of the state. */
  code: string
  /** Null: a code that we do not know. */
  state: ShipmentState | null
  message: string
  source: 'create' | 'callback' | 'query' | 'staff'
  /** By the clock of the provider. */
  at: Date
  /** Those that came along. */
  numbers?: ShipmentNumbers
  shipmentNo?: string
}

/** Days that a parcel waits in a store, that of its arrival among them. */
const waitingDays = 7
const dayMs = 24 * 60 * 60_000

/**
 * Takes over what was told of a parcel, once: its state follows from all that was told, so that it is
 * the same whatever came first. Gives false for what was known.
 */
export async function applyState(
  tx: Transaction,
  deps: Omit<ShipmentDeps, 'db'>,
  of: Pick<ShipmentRow, 'id' | 'orderId'>,
  told: Told,
  actor: Actor = { kind: 'system' },
): Promise<boolean> {
  // The orders are locked first, as wherever both are.
  const parcel = await lockParcels(tx, [of.orderId])
  const order = parcel.find(({ id }) => id === of.orderId)
  const before = await lockShipment(tx, of.id)
  if (!order || !before) return false
  const { numbers: _, shipmentNo: __, ...event } = told
  if (!(await insertEvent(tx, { shipmentId: of.id, ...event }))) return false
  const events = await readEvents(tx, of.id)
  const now = currentState(events)
  const last = events.at(-1)
  const shipment: ShipmentRow = {
    ...before,
    ...numbersOf(before, told),
    // The answer to our call may be lost, or come later: the order names the store that was asked for.
    ...(told.state === 'store_changed' && { storeId: order.shipping?.store?.id ?? before.storeId }),
    ...(last && { code: last.code, message: last.message }),
    ...(now && { state: now.state, stateAt: now.at }),
  }
  const isNew = shipment.state !== before.state
  await updateShipment(tx, of.id, {
    ...shipment,
    ...(isNew && { fault: null, ...(await enter(tx, deps, { shipment, order, parcel, actor })) }),
  })
  return true
}

function numbersOf(before: ShipmentRow, { numbers, shipmentNo }: Told): Partial<ShipmentRow> {
  return {
    providerId: before.providerId ?? (numbers?.providerId || null),
    paymentNo: before.paymentNo ?? (numbers?.paymentNo || null),
    validationNo: before.validationNo ?? (numbers?.validationNo || null),
    shipmentNo: before.shipmentNo ?? (shipmentNo || null),
  }
}

interface Entered {
  shipment: ShipmentRow
  order: OrderRow
  /** The order, and those that were put into its parcel, by their ids. */
  parcel: readonly OrderRow[]
  actor: Actor
}

/** Follows a parcel into its new state with its orders; gives what else changes of the parcel. */
async function enter(
  tx: Transaction,
  deps: Omit<ShipmentDeps, 'db'>,
  entered: Entered,
): Promise<Partial<ShipmentRow>> {
  const { shipment, order, actor } = entered
  const { subscribers } = deps
  const { state, stateAt } = shipment
  const orderId = order.id
  const parcelId = await shipWhenSent(tx, deps, entered)
  const along = await followAlong(tx, deps, entered)
  const carried = [{ id: orderId, parcelId }, ...along]
  const recordEach = async (kind: OrderEventKind, detail?: Record<string, unknown>) => {
    for (const { id } of carried) {
      await recordOrderEvent(tx, { orderId: id, kind, actor, ...(detail && { detail }) })
    }
  }
  const change = { actor, subscribers }
  const store = storeOf(order, shipment)
  if (state === 'made') return { parcelId, ...madeNow(deps, shipment) }
  if (state === 'at_store') {
    const until = dayAfter(stateAt, waitingDays - 1)
    await recordEach('at_store', { store, until })
    for (const id of toldOf(entered, along)) {
      const event = { type: 'order.at_store', orderId: id, actor, store, until } as const
      await publishOrderEvent(tx, subscribers, event)
    }
    return { parcelId, pickUpUntil: until }
  }
  if (state === 'picked_up') {
    const collected = collectedOf(shipment)
    const ids = carried.map(({ id }) => id)
    if (collected) await takeCollected(tx, deps, await lockEach(tx, ids), collected)
    for (const one of await lockCarried(tx, carried)) {
      await deliverByCarrier(tx, one.order, one.parcelId, change)
    }
  }
  if (state === 'returned') {
    for (const one of await lockCarried(tx, carried)) {
      await returnByCarrier(tx, one.order, one.parcelId, change)
    }
  }
  if (state === 'not_picked_up') await recordEach('not_picked_up')
  if (state === 'store_closed') {
    await recordEach('store_closed', { store })
    for (const id of toldOf(entered, along)) {
      const event = { type: 'order.store_closed', orderId: id, actor, store } as const
      await publishOrderEvent(tx, subscribers, event)
    }
  }
  return { parcelId }
}

interface Carried {
  id: string
  /** Of the order, once the chain has it. */
  parcelId: string | null
}

/** The other orders in a parcel: with it they are shipped, and from then on they are those that were. */
async function followAlong(
  tx: Transaction,
  { subscribers }: Pick<ShipmentDeps, 'subscribers'>,
  { shipment, order, parcel, actor }: Entered,
): Promise<Carried[]> {
  const mates = parcel.filter((one) => one.id !== order.id && one.shipsWith === order.shipsWith)
  if (order.shipsWith === null || mates.length === 0) return []
  if (!sentShipmentStates.includes(shipment.state)) {
    const going = (await readMates(tx, [order.id])).get(order.id) ?? []
    return mates.flatMap(({ id }) => (going.includes(id) ? [{ id, parcelId: null }] : []))
  }
  const carried: Carried[] = []
  for (const mate of mates) {
    // Also where the order itself was cancelled under its label.
    if (shipment.parcelId === null)
      await shipAlong(tx, { mate, order, shipment }, { actor, subscribers })
    const sent = (await readParcels(tx, mate.id)).at(-1)?.parcel.id
    if (sent !== undefined) carried.push({ id: mate.id, parcelId: sent })
  }
  return carried
}

async function shipAlong(
  tx: Transaction,
  { mate, order, shipment }: { mate: OrderRow; order: OrderRow; shipment: ShipmentRow },
  change: { actor: Actor; subscribers: ShipmentDeps['subscribers'] },
): Promise<void> {
  const isWanted = !mate.deletedAt && !(await readUnwanted(tx, [mate.id])).has(mate.id)
  if (!isWanted) return
  const sent = { carrier: carrierOf[shipment.chain], trackingNumber: codeOf(shipment) }
  await shipByCarrier(tx, mate, { ...sent, isAlong: isOneMailbox(order, mate) }, change)
}

/** The orders of which the shopper gets a mail: one of each mailbox, which names the others. */
function toldOf({ order, parcel }: Entered, along: readonly Carried[]): string[] {
  const others = parcel.filter((one) => along.some(({ id }) => id === one.id))
  const isOther = (mate: OrderRow) => !isOneMailbox(order, mate)
  return [order.id, ...others.filter(isOther).map(({ id }) => id)]
}

/** As they are after what was done with them. */
async function lockEach(tx: Transaction, ids: readonly string[]): Promise<OrderRow[]> {
  const found: OrderRow[] = []
  for (const id of ids) {
    const order = await lockAnyOrder(tx, id)
    if (order) found.push(order)
  }
  return found
}

async function lockCarried(tx: Transaction, carried: readonly Carried[]) {
  const orders = await lockEach(
    tx,
    carried.map(({ id }) => id),
  )
  const parcels = new Map(carried.map(({ id, parcelId }) => [id, parcelId]))
  return orders.flatMap((order) => {
    const parcelId = parcels.get(order.id) ?? null
    return parcelId === null ? [] : [{ order, parcelId }]
  })
}

/** The money that the store has collected; undefined where it collects nothing. */
function collectedOf(shipment: ShipmentRow): CollectedMoney | undefined {
  const { id: shipmentId, provider, merchant, tradeNo, providerId, collects: amount } = shipment
  if (amount === 0) return undefined
  return { shipmentId, provider, merchant, tradeNo, providerId, amount }
}

/** Once the chain has it, what is left of the order is in its parcel. */
async function shipWhenSent(
  tx: Transaction,
  { subscribers }: Pick<ShipmentDeps, 'subscribers'>,
  { shipment, order, actor }: Entered,
): Promise<string | null> {
  if (shipment.parcelId !== null || !sentShipmentStates.includes(shipment.state)) {
    return shipment.parcelId
  }
  const sent = { carrier: carrierOf[shipment.chain], trackingNumber: codeOf(shipment) }
  const parcelId = await shipByCarrier(tx, order, sent, { actor, subscribers })
  return parcelId ?? (await findShippedByHand(tx, order.id, sent.trackingNumber))
}

/** The staff has shipped it before the chain told: by its number, or else in its only parcel. */
async function findShippedByHand(tx: Transaction, orderId: string, trackingNumber: string) {
  const parcels = (await readParcels(tx, orderId)).map(({ parcel }) => parcel)
  const same = parcels.find((one) => one.trackingNumber === trackingNumber)
  const [only, ...others] = parcels
  return (same ?? (others.length === 0 ? only : undefined))?.id ?? null
}

const carrierOf: Record<StoreChain, Carrier> = {
  UNIMART: 'seven_eleven',
  FAMI: 'family',
  HILIFE: 'other',
  OKMART: 'other',
}

function madeNow(
  { logistics }: Pick<ShipmentDeps, 'logistics'>,
  { chain, merchant, madeAt, stateAt }: ShipmentRow,
): Partial<ShipmentRow> {
  const days = logistics.of(merchant)?.validDays(chain) ?? 0
  return madeAt ? {} : { madeAt: stateAt, handInUntil: dayAfter(stateAt, days) }
}

/** `YYYY-MM-DD` of Taipei. */
function dayAfter(instant: Date, days: number): string {
  return taipeiDay(instant.getTime() + days * dayMs).replaceAll('/', '-')
}

/** For people to read; the store that the order names, which may have changed since. */
function storeOf({ shipping }: OrderRow, { chain, storeId }: ShipmentRow): string {
  const store = shipping?.store
  return storeTitle(store ?? { chain, id: storeId, name: '' })
}
