import { transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { networksOf } from '../limits/network.ts'
import { consumeAll, type RateLimit } from '../limits/rate-limit.ts'
import type { StateReading } from '../logistics/logistics-provider.ts'
import { markApplied, storeCallback, storeRefused } from '../payments/gateway.queries.ts'
import { applyState } from './apply-state.ts'
import type { ShipmentDeps } from './shipment-deps.ts'
import { findByTradeNumber, type ShipmentRow } from './shipments.queries.ts'

/** As the stored callbacks of payments name theirs. */
const kind = 'ecpay.state'

/** A callback that is not believed is stored no more often than this: it may come from anybody. */
const minute: RateLimit = { name: 'logistics-callback.minute', max: 60, windowSeconds: 60 }
const day: RateLimit = { name: 'logistics-callback.day', max: 500, windowSeconds: 86_400 }
const all: RateLimit = { name: 'logistics-callback.all', max: 2_000, windowSeconds: 86_400 }

/**
 * Stores a callback as it came, then takes its state over, once. Returns undefined when it was believed,
 * or why it was not. Throws TOO_MANY_REQUESTS.
 */
export async function receiveState(
  deps: ShipmentDeps,
  { body, ip }: { body: Buffer; ip: string },
): Promise<string | undefined> {
  const { db, logistics } = deps
  const { subscriber: network, widest } = networksOf(ip)
  const callback = { kind, body, network }
  const reading = logistics.readState(body)
  const shipment = reading.isValid ? await findOwn(deps, reading) : undefined
  if (!reading.isValid || !shipment) {
    const counted = await consumeAll(db, [
      [minute, network],
      [day, widest],
      [all, 'all'],
    ])
    if (!counted.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', counted)
    const reason = reading.isValid ? 'MerchantTradeNo Error' : reading.reason
    await storeRefused(db, callback, reason)
    return reason
  }
  const id = await storeCallback(db, { ...callback, digest: reading.digest })
  const { code, message, at, numbers } = reading
  const state = logistics.of(shipment.merchant)?.stateOf(code) ?? null
  await transaction(db, async (tx) => {
    await applyState(tx, deps, shipment, { code, state, message, source: 'callback', at, numbers })
    await markApplied(tx, id)
  })
  return undefined
}

/** The parcel that it is about, unless another account or another parcel has this number. */
async function findOwn(
  { db }: Pick<ShipmentDeps, 'db'>,
  { tradeNo, merchant, numbers }: Extract<StateReading, { isValid: true }>,
): Promise<ShipmentRow | undefined> {
  const shipment = await findByTradeNumber(db, tradeNo)
  if (shipment?.merchant !== merchant) return undefined
  const { providerId } = shipment
  return providerId === null || providerId === numbers.providerId ? shipment : undefined
}
