import { recordAudit } from '../audit/audit.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { explainFailure } from '../logistics/logistics-provider.ts'
import { callPaced } from '../logistics/paced-call.ts'
import { readDatabaseTime } from '../orders/life/order-expiry.queries.ts'
import { applyState } from './apply-state.ts'
import { moveToOtherStore } from './change-store.ts'
import {
  askSilent,
  changeStore as changeStoreJob,
  registerShipment as registerJob,
} from './register-shipment.jobs.ts'
import { registerShipment } from './register-shipment.ts'
import type { ShipmentDeps } from './shipment-deps.ts'
import {
  findShipment,
  listSilent,
  readNumberOfOrder,
  type ShipmentRow,
  updateShipment,
} from './shipments.queries.ts'

/** Those of one hour: at four calls in a second the others of the shop go on between them. */
const askedAtOnce = 200

export function registerShipmentJobs(jobs: Jobs, deps: Omit<ShipmentDeps, 'jobs'>): void {
  const all = { ...deps, jobs }
  jobs.register(registerJob, ({ shipmentId }, attempt) =>
    registerShipment(all, shipmentId, attempt),
  )
  jobs.register(changeStoreJob, ({ shipmentId }, attempt) =>
    moveToOtherStore(all, shipmentId, attempt),
  )
  jobs.register(askSilent, (_, { signal }) => askAll(all, signal))
  jobs.schedule(askSilent, '17 * * * *')
}

/** Callbacks end after three days without an answer of ours, and then nobody tells. */
export async function askAll(deps: ShipmentDeps, signal: AbortSignal): Promise<void> {
  for (const id of await listSilent(deps.db, askedAtOnce)) {
    const shipment = await findShipment(deps.db, id)
    const answer = shipment && (await askFor(deps, shipment, signal))
    if (answer?.type === 'later' || signal.aborted) return
  }
}

/** Asks the provider for a parcel and takes its state over. */
async function askFor(deps: ShipmentDeps, shipment: ShipmentRow, signal?: AbortSignal) {
  const { db, logistics } = deps
  const provider = logistics.of(shipment.merchant)
  if (!provider) return { type: 'gone' } as const
  // The time before the call: what is told by a callback meanwhile is newer than the answer.
  const at = await readDatabaseTime(db)
  const answer = await callPaced(db, () => provider.query(shipment), signal)
  if (answer.type === 'later') return answer
  await transaction(db, async (tx) => {
    await updateShipment(tx, shipment.id, {
      askedAt: at,
      ...(answer.type === 'found' && answer.shipmentNo && { shipmentNo: answer.shipmentNo }),
    })
    if (answer.type !== 'found' || answer.code === shipment.code) return
    const { code, numbers, shipmentNo } = answer
    const state = provider.stateOf(code) ?? null
    await applyState(tx, deps, shipment, {
      ...{ code, state, message: '', source: 'query', at, numbers, shipmentNo },
    })
  })
  return answer
}

/** Asks at once, for the staff; throws what the provider does not answer. */
export async function askNow(deps: ShipmentDeps, actor: StaffActor, id: string): Promise<void> {
  const shipment = await findShipment(deps.db, id)
  if (!shipment) throw new ShopError('SHIPMENT_NOT_FOUND')
  const title = await readNumberOfOrder(deps.db, shipment.orderId)
  const subject = { kind: 'shipment', id, title }
  await recordAudit(deps.db, actor, { action: 'shipment.ask', subject })
  const answer = await askFor(deps, shipment)
  switch (answer.type) {
    case 'found':
      return
    case 'later':
      throw new ShopError('LOGISTICS_UNAVAILABLE', { retryAfter: answer.seconds })
    case 'gone':
      throw new ShopError('ORDER_STATE', { message: '建立這張寄件單的物流帳號已不在設定中' })
    case 'none':
      throw new ShopError('ORDER_STATE', { message: `綠界沒有這張寄件單：${answer.reason}` })
    default:
      throw new ShopError('LOGISTICS_UNAVAILABLE', { message: explainFailure(answer) })
  }
}
