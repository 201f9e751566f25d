import { setTimeout as delay } from 'node:timers/promises'
import type { GatewayFailure } from '../../ecpay/ecpay-http.ts'
import { pauseGateway, readPause, takeQuerySlot } from '../../ecpay/pace.queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { PaymentMerchant, PaymentProvider, QueryResult } from '../payment-provider.ts'
import { attemptOf, type PaymentRow } from '../payments.queries.ts'

type AskDeps = Pick<PaymentDeps, 'db' | 'providers'>
/** `isBusy`: another query has this second. */
export type Later = { type: 'later'; seconds: number; isBusy: boolean }
export type AskResult = Exclude<QueryResult, { type: 'stopped' }> | Later

/**
 * Asks the gateway for an attempt, unless it has stopped all calls or another query goes first. Not
 * to be called within a transaction.
 */
export async function askGateway(deps: AskDeps, attempt: PaymentRow): Promise<AskResult> {
  return callGateway(deps, attempt, async (provider) => {
    if (!(await takeQuerySlot(deps.db, provider.name)))
      return { type: 'later', seconds: 1, isBusy: true }
    return provider.query(attemptOf(attempt))
  })
}

const slotWaitMs = 500
const slotWaits = 60

/** Waits for its turn among the queries of all nodes. */
export async function askInTurn(
  deps: AskDeps,
  attempt: PaymentRow,
  signal?: AbortSignal,
): Promise<AskResult> {
  for (let waits = 0; ; waits++) {
    const answer = await askGateway(deps, attempt)
    if (answer.type !== 'later' || !answer.isBusy || waits === slotWaits) return answer
    await delay(slotWaitMs, undefined, signal ? { signal } : {})
  }
}

/**
 * Calls the gateway of a payment unless it has stopped all calls, and remembers when it does. An
 * account that this shop has no keys of is like a gateway that cannot be reached.
 */
export async function callGateway<Result extends { type: string }>(
  { db, providers }: AskDeps,
  payment: PaymentMerchant,
  call: (provider: PaymentProvider) => Promise<Result>,
): Promise<Exclude<Result | GatewayFailure, { type: 'stopped' }> | Later> {
  const provider = providers.of(payment)
  if (!provider) return { type: 'unreachable', reason: '商店沒有這個金流帳號的金鑰' }
  const { name } = provider
  const seconds = await readPause(db, name)
  if (seconds > 0) return { type: 'later', seconds, isBusy: false }
  const result = await call(provider)
  if (result.type !== 'stopped') return result as Exclude<Result, { type: 'stopped' }>
  await pauseGateway(db, name)
  return { type: 'later', seconds: await readPause(db, name), isBusy: false }
}
