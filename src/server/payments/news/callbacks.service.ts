import { createHash } from 'node:crypto'
import { transaction } from '../../db/transaction.ts'
import { ShopError } from '../../http/shop-error.ts'
import { networksOf } from '../../limits/network.ts'
import { consume, consumeAll, type RateLimit } from '../../limits/rate-limit.ts'
import { callbackKind, markApplied, storeCallback, storeRefused } from '../gateway.queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type {
  Acknowledgement,
  CallbackReading,
  GatewayMessage,
  PaymentProvider,
} from '../payment-provider.ts'
import { findByTradeNumber, type PaymentRow } from '../payments.queries.ts'
import { applyNewsIn } from './apply-news.ts'
import { askAfterCallback, askNow } from './payment-query.jobs.ts'

/** A callback that is not believed is stored no more often than this: it may come from anybody. */
const minute: RateLimit = { name: 'callback.minute', max: 60, windowSeconds: 60 }
const day: RateLimit = { name: 'callback.day', max: 500, windowSeconds: 86_400 }
const all: RateLimit = { name: 'callback.all', max: 2_000, windowSeconds: 86_400 }

/** Browsers that come back and make the gateway be asked. */
const returns: RateLimit = { name: 'callback.return', max: 60, windowSeconds: 60 }

type Received = GatewayMessage & { kind: 'notify' | 'number'; ip: string }

/**
 * Reads a callback with the accounts of its provider, stores it and applies it once; one that proves
 * nothing makes the gateway be asked. Throws UNKNOWN_PATH and TOO_MANY_REQUESTS.
 */
export async function receiveCallback(
  deps: PaymentDeps,
  name: string,
  message: Received,
): Promise<Acknowledgement> {
  const { db } = deps
  const accounts = deps.providers.named(name)
  const [first] = accounts
  if (!first) throw new ShopError('UNKNOWN_PATH')
  const { provider, reading } = await readWith(accounts, first, message)
  const attempt = reading.type !== 'refused' && (await findAttempt(deps, provider, reading.tradeNo))
  const { body, ip } = message
  const { subscriber: network, widest } = networksOf(ip)
  const callback = { kind: callbackKind(name, message.kind), body, network }
  if (!attempt || reading.type !== 'believed') await countUnproved(deps, { network, widest })
  if (reading.type === 'refused' || !attempt) {
    const reason = reading.type === 'refused' ? reading.reason : 'Unknown Trade'
    await storeRefused(db, callback, reason)
    return provider.acknowledge(reason)
  }
  const digest = reading.type === 'believed' ? reading.digest : sha256(body)
  const id = await storeCallback(db, { ...callback, digest })
  await apply(deps, { id, attemptId: attempt.id, reading })
  return provider.acknowledge()
}

/** The reading of the account that believes it, else of the first one. */
async function readWith(
  accounts: readonly PaymentProvider[],
  first: PaymentProvider,
  message: GatewayMessage,
): Promise<{ provider: PaymentProvider; reading: CallbackReading }> {
  const readings = await Promise.all(
    accounts.map(async (provider) => ({ provider, reading: await provider.readCallback(message) })),
  )
  const of = (type: CallbackReading['type']) =>
    readings.find(({ reading }) => reading.type === type)
  const refused = { type: 'refused', reason: 'No Account' } as const
  return of('believed') ?? of('asked_for') ?? readings[0] ?? { provider: first, reading: refused }
}

async function countUnproved(
  { db }: PaymentDeps,
  { network, widest }: { network: string; widest: string },
): Promise<void> {
  const counted = await consumeAll(db, [
    [minute, network],
    [day, widest],
    [all, 'all'],
  ])
  if (!counted.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', counted)
}

async function apply(
  deps: PaymentDeps,
  callback: { id: number; attemptId: string; reading: CallbackReading },
): Promise<void> {
  const { id, attemptId, reading } = callback
  await transaction(deps.db, async (tx) => {
    if (reading.type === 'asked_for') await askNow(tx, deps.jobs, attemptId)
    if (reading.type === 'believed') {
      const isNew = await applyNewsIn(tx, deps, attemptId, reading.news)
      if (isNew && reading.news.type === 'paid') await askAfterCallback(tx, deps.jobs, attemptId)
    }
    await markApplied(tx, id)
  })
}

/** The attempt that it is about, unless another account than that of the attempt has signed it. */
async function findAttempt(
  { db, providers }: PaymentDeps,
  provider: PaymentProvider,
  tradeNo: string,
): Promise<PaymentRow | undefined> {
  const attempt = await findByTradeNumber(db, tradeNo)
  const own = attempt && providers.of(attempt)
  const isOwn = own?.name === provider.name && own.merchant === provider.merchant
  return isOwn ? attempt : undefined
}

/**
 * The order that a browser comes back from. The trade that it names is asked for, unless too many
 * come: anybody may call this.
 */
export async function receiveReturn(
  deps: PaymentDeps,
  name: string,
  message: GatewayMessage & { ip: string },
): Promise<string | undefined> {
  for (const provider of deps.providers.named(name)) {
    const found = provider.readReturn(message)
    if (!found) continue
    const attempt = found.tradeNo && (await findAttempt(deps, provider, found.tradeNo))
    if (attempt) await askOnReturn(deps, attempt, message.ip)
    return found.orderId
  }
  return undefined
}

async function askOnReturn(
  { db, jobs }: PaymentDeps,
  attempt: PaymentRow,
  ip: string,
): Promise<void> {
  const { isAllowed } = await consume(db, returns, networksOf(ip).subscriber)
  if (isAllowed) await askNow(db, jobs, attempt.id)
}

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
