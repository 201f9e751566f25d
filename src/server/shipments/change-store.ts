import type { StoreChain } from '#contract/shipping-kinds.ts'
import { storeAddress, storeTitle } from '#contract/store-title.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobAttempt } from '../jobs/define-job.ts'
import { explainFailure } from '../logistics/logistics-provider.ts'
import { callPaced } from '../logistics/paced-call.ts'
import { findOpenStore, findStore } from '../logistics/stores/stores.queries.ts'
import {
  findOrder,
  lockAnyOrder,
  lockOrder,
  updateOrder,
} from '../orders/back-office/admin-orders.queries.ts'
import { lockParcels } from '../orders/merging/parcel-mates.queries.ts'
import { type OrderSubscriber, publishOrderEvent } from '../orders/order-events.ts'
import { lockOwnOrder } from '../orders/order-state.queries.ts'
import type { OrderRow } from '../orders/order-wire.ts'
import { recordOrderEvent } from '../orders/orders.queries.ts'
import { isOutlying } from '../shipping/outlying.ts'
import { listOpenToStores } from './closed-stores.queries.ts'
import { changeStore } from './register-shipment.jobs.ts'
import type { ShipmentDeps } from './shipment-deps.ts'
import { findLive, findShipment, knownTo, updateInState } from './shipments.queries.ts'

/** Whether an order to a store has to name another one: its own has closed, before or under way. */
async function needsOtherStore(
  tx: Transaction,
  order: Pick<OrderRow, 'id' | 'state' | 'shipping'>,
): Promise<boolean> {
  const store = order.shipping?.store
  if (!store || !['placed', 'paid', 'preparing', 'shipped'].includes(order.state)) return false
  const live = await findLive(tx, order.id)
  // Of one with a fault the provider has not taken the store that was chosen.
  if (live) {
    return live.state === 'store_closed' && (live.storeId === store.id || live.fault !== null)
  }
  return order.state !== 'shipped' && (await findStore(tx, store))?.isClosed === true
}

/** The shopper chooses another store of the chain, in place of one that has closed. */
export async function chooseOtherStore(
  deps: Pick<ShipmentDeps, 'db' | 'jobs'>,
  actor: Actor & { kind: 'shopper' },
  { orderId, chain, storeId }: { orderId: string; chain: StoreChain; storeId: string },
): Promise<void> {
  const isChanged = await transaction(deps.db, async (tx) => {
    const parcel = await lockParcels(tx, [orderId])
    const own = await lockOwnOrder(tx, { owner: actor.owner, id: orderId })
    const order = own && (await lockOrder(tx, orderId))
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    const { shipping } = order
    const former = shipping?.store
    if (!former || !(await needsOtherStore(tx, order))) throw new ShopError('STORE_KEPT')
    if (former.chain !== chain) throw new ShopError('STORE_OTHER_CHAIN')
    const live = await findLive(tx, orderId)
    const store = await findOpenStore(tx, { chain, id: storeId })
    // The chain may tell of one that the list still has.
    const isClosed = [former.id, live?.storeId].includes(storeId)
    if (!store || isClosed) throw new ShopError('STORE_CLOSED')
    const known = await findStore(tx, former)
    if (known && isOutlying(known) !== isOutlying(store)) throw new ShopError('STORE_OUTLYING')
    const { county: _, district: __, ...chosen } = store
    const detail = { store: storeTitle(store) }
    for (const one of parcel.filter((mate) => mate.id === orderId || goesAlong(order, mate))) {
      await updateOrder(tx, one.id, {
        shipping: { ...shipping, ...one.shipping, store: chosen },
        userAddress: storeAddress(store),
      })
      await recordOrderEvent(tx, { orderId: one.id, kind: 'store_changed', actor, detail })
    }
    if (!live) return false
    await deps.jobs.send(tx, changeStore, { shipmentId: live.id })
    return true
  })
  if (isChanged) deps.jobs.wake(changeStore)
}

/** Merged orders go to one store, whichever of them names another. */
function goesAlong(order: OrderRow, mate: OrderRow): boolean {
  const isMate = order.shipsWith !== null && mate.shipsWith === order.shipsWith
  return isMate && mate.state !== 'cancelled' && mate.userAddress === order.userAddress
}

/** Tells the provider the store that the order names by now, outside of any lock. */
export async function moveToOtherStore(
  { db, jobs, logistics, subscribers }: ShipmentDeps,
  shipmentId: string,
  { signal, isLast, attempt }: Pick<JobAttempt, 'signal' | 'isLast' | 'attempt'>,
): Promise<void> {
  const shipment = await findShipment(db, shipmentId)
  if (shipment?.state !== 'store_closed') return
  const provider = logistics.of(shipment.merchant)
  const known = knownTo(shipment)
  const readStoreId = async () => {
    const found = await findOrder(db, shipment.orderId)
    return found?.order.shipping?.store?.id
  }
  const storeId = await readStoreId()
  if (!provider || !known || storeId === undefined || storeId === shipment.storeId) return
  const answer = await callPaced(db, () => provider.changeStore(known, storeId), signal)
  if (answer.type === 'done') {
    await updateInState(db, shipment, { storeId, fault: null })
    // Another one was chosen meanwhile, and may have come to the provider first.
    if ((await readStoreId()) !== storeId) {
      await transaction(db, (tx) => jobs.send(tx, changeStore, { shipmentId }))
    }
    return
  }
  if (answer.type === 'later') {
    const { seconds: delaySeconds } = answer
    await transaction(db, (tx) => jobs.send(tx, changeStore, { shipmentId }, { delaySeconds }))
    return
  }
  const reason = explainFailure(answer)
  // An earlier call whose answer was lost may have done it: its state follows by a callback.
  const mayBeDone = answer.type === 'refused' && attempt > 1
  const fault = mayBeDone
    ? `${reason}；可能已經變更，請查詢狀態`
    : `顧客已重新選擇門市，但綠界未接受：${reason}`
  await transaction(db, async (tx) => {
    const order = await lockAnyOrder(tx, shipment.orderId)
    const isNoted = await updateInState(tx, shipment, { fault })
    const named = order?.shipping?.store
    // The shopper is asked for another one.
    if (isNoted && named && answer.type === 'refused' && !mayBeDone) {
      await tellClosed(tx, subscribers, { orderId: order.id, store: storeTitle(named) })
    }
  })
  if (answer.type !== 'refused' && !isLast) throw new Error(`${shipment.tradeNo}: ${reason}`)
}

/** Asks the shoppers of open orders to these stores to choose another one. */
export async function tellClosedStores(
  tx: Transaction,
  subscribers: readonly OrderSubscriber[],
  closed: { chain: StoreChain; ids: readonly string[] },
): Promise<void> {
  for (const { id: orderId, store } of await listOpenToStores(tx, closed)) {
    await tellClosed(tx, subscribers, { orderId, store: storeTitle(store) })
  }
}

async function tellClosed(
  tx: Transaction,
  subscribers: readonly OrderSubscriber[],
  { orderId, store }: { orderId: string; store: string },
): Promise<void> {
  const actor = { kind: 'system' } as const
  await recordOrderEvent(tx, { orderId, kind: 'store_closed', actor, detail: { store } })
  await publishOrderEvent(tx, subscribers, { type: 'order.store_closed', orderId, actor, store })
}
