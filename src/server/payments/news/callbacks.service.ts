import { transaction } from '../../db/transaction.ts'
import { ShopError } from '../../http/shop-error.ts'
import { networksOf } from '../../limits/network.ts'
import { consumeAll, type RateLimit } from '../../limits/rate-limit.ts'
import { type Callback, markApplied, storeCallback, storeRefused } from '../gateway.queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { CallbackReading } from '../payment-provider.ts'
import { findByTradeNumber, type PaymentRow } from '../payments.queries.ts'
import { applyNewsIn } from './apply-news.ts'
import { askAfterCallback } from './payment-query.jobs.ts'

/** A callback that is not believed is stored no more often than this: it may come from anybody. */
const minute: RateLimit = { name: 'callback.minute', max: 60, windowSeconds: 60 }
const day: RateLimit = { name: 'callback.day', max: 500, windowSeconds: 86_400 }
const all: RateLimit = { name: 'callback.all', max: 2_000, windowSeconds: 86_400 }

/**
 * Stores a callback, then reads and applies it. Returns undefined when it was believed, or why it
 * was not. Throws TOO_MANY_REQUESTS.
 */
export async function receiveCallback(
  deps: PaymentDeps,
  { kind, body, ip }: Pick<Callback, 'kind' | 'body'> & { ip: string },
): Promise<string | undefined> {
  const { db, provider } = deps
  if (!provider.hasGateway) return 'No Gateway'
  const { subscriber: network, widest } = networksOf(ip)
  const callback = { kind, body, network }
  const reading = provider.readCallback(body, kind)
  const attempt = reading.isValid && (await findSigned(deps, reading))
  if (!reading.isValid || !attempt) {
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
  await apply(deps, { id, attemptId: attempt.id, news: reading.news })
  return undefined
}

async function apply(
  deps: PaymentDeps,
  { id, attemptId, news }: { id: number; attemptId: string } & Pick<Believed, 'news'>,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const isNew = await applyNewsIn(tx, deps, attemptId, news)
    if (isNew && news.type === 'paid') await askAfterCallback(tx, deps.jobs, attemptId)
    await markApplied(tx, id)
  })
}

/** The attempt that it is about, unless another account than that of the attempt has signed it. */
async function findSigned(
  { db, provider }: PaymentDeps,
  { tradeNo, merchant }: Believed,
): Promise<PaymentRow | undefined> {
  const attempt = await findByTradeNumber(db, tradeNo)
  if (!attempt || !provider.knows(attempt)) return undefined
  return attempt.merchant === null || attempt.merchant === merchant ? attempt : undefined
}

type Believed = Extract<CallbackReading, { isValid: true }>
