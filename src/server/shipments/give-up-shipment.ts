import { type ShipmentState, shipmentStateLabels } from '#contract/shipment-states.ts'
import { recordAudit } from '../audit/audit.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { AdminActor, StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { explainFailure } from '../logistics/logistics-provider.ts'
import { callPaced } from '../logistics/paced-call.ts'
import { readDatabaseTime } from '../orders/life/order-expiry.queries.ts'
import { packParcel } from '../orders/merging/pack-parcel.ts'
import { lockParcels } from '../orders/merging/parcel-mates.queries.ts'
import { applyState } from './apply-state.ts'
import { askedFor, readShippable } from './create-shipment.ts'
import { registerShipment } from './register-shipment.jobs.ts'
import type { ShipmentDeps } from './shipment-deps.ts'
import {
  findLive,
  findShipment,
  knownTo,
  lockShipment,
  readNumberOfOrder,
  type ShipmentRow,
  updateInState,
} from './shipments.queries.ts'
import { readUnwanted } from './unwanted.queries.ts'

/**
 * Makes a parcel again. One that was refused is asked for by what the order, its store and the account
 * are by now; one whose answer was lost is looked for first, as it was sent.
 */
export async function retryShipment(
  {
    db,
    jobs,
    logistics,
    subscribers,
  }: Pick<ShipmentDeps, 'jobs' | 'logistics' | 'subscribers'> & { db: Transaction },
  actor: StaffActor,
  id: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const shipment = await lockWithOrder(tx, id)
    if (shipment.state !== 'failed') throw refusalOf(shipment)
    const live = await findLive(tx, shipment.orderId)
    if (live && live.id !== id) {
      throw new ShopError('ORDER_STATE', { message: '這筆訂單已有另一張寄件單' })
    }
    // Other orders may have been merged with it since.
    if (shipment.attempts === 0) await packParcel(tx, shipment.orderId, { actor, subscribers })
    const [order] = await readShippable(tx, [shipment.orderId])
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    const asked = shipment.attempts === 0 && askedFor({ ...order, hasLive: false }, logistics)
    await updateInState(tx, shipment, { state: 'making', fault: null, ...asked })
    await record(tx, actor, 'shipment.retry', shipment)
    await jobs.send(tx, registerShipment, { shipmentId: id })
  })
}

/**
 * Gives a parcel up that is not handed in: at the provider where the carrier has that, which is asked
 * outside of any lock; else its number runs out by itself.
 */
export async function cancelShipment(
  deps: ShipmentDeps,
  actor: StaffActor,
  id: string,
): Promise<{ isAtProvider: boolean }> {
  const { db, logistics } = deps
  const shipment = await findShipment(db, id)
  if (!shipment) throw new ShopError('SHIPMENT_NOT_FOUND')
  if (shipment.state !== 'made') throw refusalOf(shipment)
  const provider = logistics.of(shipment.merchant)
  const known = knownTo(shipment)
  const isAtProvider = known !== undefined && provider?.canCancel(known) === true
  if (isAtProvider) {
    const answer = await callPaced(db, () => provider.cancel(known))
    if (answer.type === 'refused') {
      throw new ShopError('ORDER_STATE', { message: `綠界無法取消：${answer.reason}` })
    }
    if (answer.type === 'later') {
      throw new ShopError('LOGISTICS_UNAVAILABLE', { retryAfter: answer.seconds })
    }
    if (answer.type !== 'done') {
      throw new ShopError('LOGISTICS_UNAVAILABLE', { message: explainFailure(answer) })
    }
  }
  await tell(deps, actor, { id, state: 'cancelled', action: 'shipment.cancel' })
  return { isAtProvider }
}

/** Marks a parcel as handed in, in the transaction of the caller; the chain tells it later itself. */
export async function handIn(
  deps: Omit<ShipmentDeps, 'db'> & { db: Transaction },
  actor: AdminActor,
  id: string,
): Promise<void> {
  const shipment = await lockWithOrder(deps.db, id)
  if (shipment.state !== 'made') throw refusalOf(shipment)
  const unwanted = (await readUnwanted(deps.db, [shipment.orderId])).get(shipment.orderId)
  if (unwanted !== undefined) throw new ShopError('ORDER_STATE', { message: unwanted })
  await tell(deps, actor, { id, state: 'handed_in', action: 'shipment.hand_in' })
}

/** Takes over what the staff says of a parcel that is made. */
async function tell(
  deps: Omit<ShipmentDeps, 'db'> & { db: Transaction },
  actor: StaffActor,
  {
    id,
    state,
    action,
  }: { id: string; state: ShipmentState; action: 'shipment.cancel' | 'shipment.hand_in' },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const shipment = await lockWithOrder(tx, id)
    // A callback of the provider was quicker than its answer.
    if (shipment.state === state) return record(tx, actor, action, shipment)
    if (shipment.state !== 'made') throw refusalOf(shipment)
    const at = await readDatabaseTime(tx)
    const told = { code: state, state, message: '', source: 'staff' as const, at }
    await applyState(tx, deps, shipment, told, actor)
    await record(tx, actor, action, shipment)
  })
}

async function lockWithOrder(tx: Transaction, id: string): Promise<ShipmentRow> {
  const known = await findShipment(tx, id)
  if (!known) throw new ShopError('SHIPMENT_NOT_FOUND')
  await lockParcels(tx, [known.orderId])
  const shipment = await lockShipment(tx, id)
  if (!shipment) throw new ShopError('SHIPMENT_NOT_FOUND')
  return shipment
}

function refusalOf({ state }: ShipmentRow): ShopError {
  const message = `寄件單目前為「${shipmentStateLabels[state]}」`
  return new ShopError('ORDER_STATE', { message })
}

async function record(
  tx: Transaction,
  actor: StaffActor,
  action: 'shipment.retry' | 'shipment.cancel' | 'shipment.hand_in',
  { id, orderId }: ShipmentRow,
): Promise<void> {
  const title = await readNumberOfOrder(tx, orderId)
  await recordAudit(tx, actor, { action, subject: { kind: 'shipment', id, title } })
}
