import { setTimeout as delay } from 'node:timers/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { pauseGateway, readPause, takeQuerySlot } from '../../ecpay/pace.queries.ts'
import {
  isRealMoney,
  type PaymentMerchant,
  type PaymentProvider,
  type QueryResult,
} from '../payment-provider.ts'
import type { PaymentRow } from '../payments.queries.ts'

/** `isBusy`: another query has this second. */
export type Later = { type: 'later'; seconds: number; isBusy: boolean }
export type AskResult = Exclude<QueryResult, { type: 'stopped' }> | Later

/**
 * Asks the gateway for an attempt, unless it has stopped all calls or another query goes first. Not
 * to be called within a transaction.
 */
export async function askGateway(
  deps: { db: NodePgDatabase; provider: PaymentProvider },
  attempt: PaymentRow,
): Promise<AskResult> {
  const { db, provider } = deps
  const { id, orderId, method, amount, tradeNo, merchant } = attempt
  return withoutPause(deps, attempt, async () => {
    if (!(await takeQuerySlot(db, paceOf(provider, attempt))))
      return { type: 'later', seconds: 1, isBusy: true }
    return provider.query({ id, orderId, method, amount, tradeNo: tradeNo ?? '', merchant })
  })
}

const slotWaitMs = 500
const slotWaits = 60

/** Waits for its turn among the queries of all nodes. */
export async function askInTurn(
  deps: { db: NodePgDatabase; provider: PaymentProvider },
  attempt: PaymentRow,
  signal?: AbortSignal,
): Promise<AskResult> {
  for (let waits = 0; ; waits++) {
    const answer = await askGateway(deps, attempt)
    if (answer.type !== 'later' || !answer.isBusy || waits === slotWaits) return answer
    await delay(slotWaitMs, undefined, signal ? { signal } : {})
  }
}

/** When what is with another gateway is looked at again. */
export const elsewhereSeconds = 30 * 60

/** Whether money may wait at an account that this shop has no keys of. */
export function isElsewhere(
  provider: Pick<PaymentProvider, 'knows'>,
  payment: PaymentMerchant,
): boolean {
  return isRealMoney(payment.provider) && !provider.knows(payment)
}

/** Whose calls are counted: those of an earlier account go to the same gateway. */
function paceOf({ name }: Pick<PaymentProvider, 'name'>, payment: PaymentMerchant): string {
  return isRealMoney(payment.provider) ? payment.provider : name
}

/**
 * Calls the gateway of a payment unless it has stopped all calls, and remembers when it does. A
 * payment at another gateway than the configured one waits for a node that speaks to it.
 */
export async function withoutPause<Result extends { type: string }>(
  { db, provider }: { db: NodePgDatabase; provider: PaymentProvider },
  payment: PaymentMerchant,
  call: () => Promise<Result>,
): Promise<Exclude<Result, { type: 'stopped' }> | Later> {
  const name = paceOf(provider, payment)
  if (isElsewhere(provider, payment)) {
    return { type: 'later', seconds: elsewhereSeconds, isBusy: false }
  }
  const seconds = await readPause(db, name)
  if (seconds > 0) return { type: 'later', seconds, isBusy: false }
  const result = await call()
  if (result.type !== 'stopped') return result as Exclude<Result, { type: 'stopped' }>
  await pauseGateway(db, name)
  return { type: 'later', seconds: await readPause(db, name), isBusy: false }
}
