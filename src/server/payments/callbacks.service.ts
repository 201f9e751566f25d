import { transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { applyNewsIn } from './apply-news.ts'
import { countRefusedCallbacks, recordOutcome, storeCallback } from './gateway.queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import type { CallbackReading } from './payment-provider.ts'
import { askAfterCallback } from './payment-query.jobs.ts'
import { findByTradeNumber } from './payments.queries.ts'

interface Callback {
  kind: 'notify' | 'number'
  body: Buffer
  network: string
}

/** From a network that sent more of them in a minute, what is not believed is not stored. */
const maxRefusedAMinute = 60

/**
 * Stores a callback, then reads and applies it. Returns undefined when it was believed, or why it
 * was not. Throws TOO_MANY_REQUESTS.
 */
export async function receiveCallback(
  deps: PaymentDeps,
  callback: Callback,
): Promise<string | undefined> {
  const { db, provider } = deps
  if (provider.decidesAtOnce) return 'No Gateway'
  const { kind, body, network } = callback
  if ((await countRefusedCallbacks(db, network)) >= maxRefusedAMinute) {
    const isKnown = await isFromGateway(deps, provider.readCallback(body, kind))
    if (!isKnown) throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: 60 })
  }
  const id = await storeCallback(db, callback)
  const reading = provider.readCallback(body, kind)
  const refusal = await apply(deps, id, reading)
  if (refusal !== undefined) await recordOutcome(db, id, 'refused', refusal)
  return refusal
}

async function isFromGateway(deps: PaymentDeps, reading: CallbackReading): Promise<boolean> {
  if (!reading.isValid) return false
  return (await findByTradeNumber(deps.db, deps.provider.name, reading.tradeNo)) !== undefined
}

/** Why it is not applied, if so. */
async function apply(
  deps: PaymentDeps,
  id: number,
  reading: CallbackReading,
): Promise<string | undefined> {
  if (!reading.isValid) return reading.reason
  const { tradeNo, news } = reading
  const attempt = await findByTradeNumber(deps.db, deps.provider.name, tradeNo)
  if (!attempt) return 'MerchantTradeNo Error'
  await transaction(deps.db, async (tx) => {
    const isNew = await applyNewsIn(tx, deps, attempt.id, news)
    if (isNew && news.type === 'paid') await askAfterCallback(tx, deps.jobs, attempt.id)
    await recordOutcome(tx, id, 'applied')
  })
  return undefined
}
