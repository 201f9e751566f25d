import type { Jobs } from '../../jobs/jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { findPayment, isOlderThan } from '../payments.queries.ts'
import { applyNews } from './apply-news.ts'
import { askGateway, isElsewhere } from './ask-gateway.ts'
import { queryAttempt } from './payment-query.jobs.ts'

const confirmsAgainSeconds = 15
/** A shop that left a gateway does not wait for it without end. */
const givenUpDays = 3

export function registerQueries(jobs: Jobs, deps: PaymentDeps): void {
  jobs.register(queryAttempt, (data) => queryOpenAttempt(deps, data))
}

/** Also after a refusal or the end of its order: the gateway's page may still take another card. */
const withoutMoney: ReadonlySet<string> = new Set(['created', 'pending', 'failed', 'expired'])

/** Asks for an attempt without money, and applies what the gateway knows. */
export async function queryOpenAttempt(
  deps: PaymentDeps,
  data: { attemptId: string; isCheck: boolean },
): Promise<void> {
  const attempt = await findPayment(deps.db, data.attemptId)
  if (!attempt || !(withoutMoney.has(attempt.status) || data.isCheck)) return
  const { db, provider } = deps
  if (isElsewhere(provider, attempt) && (await isOlderThan(db, attempt.id, givenUpDays))) return
  const answer = await askGateway(deps, attempt)
  if (answer.type === 'later') {
    // A confirming query leaves the next seconds to those that decide something.
    const delaySeconds = answer.isBusy && data.isCheck ? confirmsAgainSeconds : answer.seconds
    return deps.jobs.send(deps.db, queryAttempt, data, { delaySeconds })
  }
  if (answer.type === 'paid') await applyNews(deps, attempt.id, answer)
}
