import type { Jobs } from '../../jobs/jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { findPayment } from '../payments.queries.ts'
import { applyNews } from './apply-news.ts'
import { askGateway } from './ask-gateway.ts'
import { queryAttempt } from './payment-query.jobs.ts'

const confirmsAgainSeconds = 15

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
  const answer = await askGateway(deps, attempt)
  if (answer.type === 'later') {
    // A confirming query leaves the next seconds to those that decide something.
    const delaySeconds = answer.isBusy && data.isCheck ? confirmsAgainSeconds : answer.seconds
    return deps.jobs.send(deps.db, queryAttempt, data, { delaySeconds })
  }
  if (answer.type === 'paid') return applyNews(deps, attempt.id, answer)
  if (answer.type === 'unpaid' && answer.refused !== undefined) {
    await applyNews(deps, attempt.id, { type: 'refused', message: answer.refused })
  }
}
