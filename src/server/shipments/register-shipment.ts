import { asc, inArray, sql } from 'drizzle-orm'
import { toMobileNumber } from '#contract/pickup-contact.ts'
import type { Db } from '../db/connect.ts'
import { orderLines } from '../db/tables/orders.ts'
import { transaction } from '../db/transaction.ts'
import { createTradeNumber } from '../ecpay/trade-number.ts'
import type { JobAttempt } from '../jobs/define-job.ts'
import {
  type CreateResult,
  explainFailure,
  type LogisticsProvider,
  type ShipmentNumbers,
} from '../logistics/logistics-provider.ts'
import { callPaced, type Later } from '../logistics/paced-call.ts'
import { readDatabaseTime } from '../orders/life/order-expiry.queries.ts'
import { readMates } from '../orders/merging/parcel-mates.queries.ts'
import { applyState } from './apply-state.ts'
import { readShippable, shippingRefusal, sumsOf } from './create-shipment.ts'
import { registerShipment as registerJob } from './register-shipment.jobs.ts'
import type { ShipmentDeps } from './shipment-deps.ts'
import { findShipment, type ShipmentRow, updateInState } from './shipments.queries.ts'

/**
 * Asks the provider for a parcel, outside of any lock. One that was sent before is looked for first: its
 * answer may have been lost. Throws for what another attempt may bring.
 */
export async function registerShipment(
  deps: ShipmentDeps,
  shipmentId: string,
  { signal, isLast }: Pick<JobAttempt, 'signal' | 'isLast'>,
): Promise<void> {
  const { db, logistics } = deps
  const shipment = await findShipment(db, shipmentId)
  if (shipment?.state !== 'making') return
  const provider = logistics.of(shipment.merchant)
  if (!provider) {
    const mayBeMade = shipment.attempts > 0
    return fail(db, shipment, '建立這張寄件單的物流帳號已不在設定中', { mayBeMade })
  }
  // The time before the calls: what is told by a callback meanwhile is newer than their answers.
  const at = await readDatabaseTime(db)
  const result = await findOrCreate(deps, provider, shipment, signal)
  switch (result.type) {
    case 'made':
      return take(deps, shipment, { ...result, at })
    case 'refused':
      return fail(db, shipment, result.reason)
    case 'later':
      return putOff(deps, shipment, result)
    default: {
      const reason = explainFailure(result)
      if (isLast) {
        return fail(db, shipment, `${reason}，請稍後按「重新建立」，會先確認是否已經建立`, {
          mayBeMade: true,
        })
      }
      await updateInState(db, shipment, { fault: `${reason}，稍後自動再試` })
      throw new Error(`parcel ${shipment.tradeNo}: ${reason}`)
    }
  }
}

async function findOrCreate(
  { db, logistics }: ShipmentDeps,
  provider: LogisticsProvider,
  shipment: ShipmentRow,
  signal: AbortSignal,
): Promise<Exclude<CreateResult, { type: 'stopped' }> | Later> {
  const find = () => callPaced(db, () => provider.query(shipment), signal)
  if (shipment.attempts > 0) {
    const found = await find()
    if (found.type !== 'none') return toResult(found)
  }
  // The order may have changed since the parcel was asked for.
  const [order] = await readShippable(db, [shipment.orderId])
  const refusal = order && shippingRefusal({ ...order, hasLive: false }, logistics)
  if (refusal !== undefined) return { type: 'refused', reason: refusal }
  const phone = order && toMobileNumber(order.tel)
  if (!order || !phone) return { type: 'refused', reason: '取件人的手機號碼無法使用' }
  const goods = await readGoodsName(db, shipment.orderId)
  const { tradeNo, chain, storeId, amount, collects } = shipment
  const sent = await callPaced(
    db,
    async () => {
      // On record before it leaves: after a crash it is looked for.
      const sums = shipment.attempts === 0 ? sumsOf(order) : { amount, collects }
      if (!(await updateInState(db, shipment, { ...sums, isSent: true }))) return gone
      return provider.create({
        ...{ tradeNo, chain, storeId, ...sums, goods },
        sender: logistics.sender(),
        receiver: { name: order.name.trim(), phone },
        at: await readDatabaseTime(db),
      })
    },
    signal,
  )
  if (sent.type !== 'refused' || shipment.attempts === 0) return sent
  // Refused because it is there: an earlier call was on its way when it was looked for.
  const found = await find()
  if (found.type !== 'none') return toResult(found)
  // It is there and not found: its number stays, or the next attempt would make a second one.
  return isNumberTaken(sent.reason) ? { type: 'unknown', reason: sent.reason } : sent
}

const isNumberTaken = (reason: string) => /重[複覆]/.test(reason)

const gone = { type: 'refused', reason: '寄件單已變更' } as const

function toResult<Found extends { type: string }>(
  found: Found | { type: 'found'; numbers: ShipmentNumbers; code: string },
) {
  if (found.type !== 'found') return found as Exclude<Found, { type: 'found' | 'none' }>
  const { numbers, code } = found as { numbers: ShipmentNumbers; code: string }
  return { type: 'made' as const, numbers, code }
}

/** The first title and the number of pieces, of all that is in the parcel. */
async function readGoodsName(db: Db, orderId: string): Promise<string> {
  const mates = (await readMates(db, [orderId])).get(orderId) ?? [orderId]
  const lines = await db
    .select({ title: sql<string>`coalesce(${orderLines.title}, '')`, qty: orderLines.qty })
    .from(orderLines)
    .where(inArray(orderLines.orderId, mates))
    .orderBy(sql`${orderLines.orderId} <> ${orderId}`, asc(orderLines.orderId), asc(orderLines.id))
  const pieces = lines.reduce((sum, { qty }) => sum + qty, 0)
  const title = lines[0]?.title ?? ''
  return pieces > 1 ? `${title} 等 ${pieces} 件` : title
}

async function take(
  deps: ShipmentDeps,
  shipment: ShipmentRow,
  { numbers, code, at }: { numbers: ShipmentNumbers; code: string; at: Date },
): Promise<void> {
  const state = deps.logistics.of(shipment.merchant)?.stateOf(code) ?? 'made'
  await transaction(deps.db, (tx) =>
    applyState(tx, deps, shipment, { code, state, message: '', source: 'create', at, numbers }),
  )
}

/** A refused one was not made: another try is another parcel, with a number of its own. */
async function fail(
  db: Db,
  shipment: ShipmentRow,
  fault: string,
  { mayBeMade = false } = {},
): Promise<void> {
  const anew = { tradeNo: createTradeNumber(), attempts: 0 }
  await updateInState(db, shipment, { state: 'failed', fault, ...(!mayBeMade && anew) })
}

async function putOff(
  { db, jobs }: ShipmentDeps,
  shipment: ShipmentRow,
  { seconds }: Later,
): Promise<void> {
  await transaction(db, async (tx) => {
    const fault = '綠界物流暫停服務，稍後自動再試'
    if (!(await updateInState(tx, shipment, { fault }))) return
    await jobs.send(tx, registerJob, { shipmentId: shipment.id }, { delaySeconds: seconds })
  })
}
