import type { Jobs } from '../jobs/jobs.ts'
import { applyNews } from './apply-news.ts'
import { askGateway } from './ask-gateway.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { queryAttempt } from './payment-query.jobs.ts'
import { findPayment } from './payments.queries.ts'

const confirmsAgainSeconds = 15

export function registerQueries(jobs: Jobs, deps: PaymentDeps): void {
  jobs.register(queryAttempt, (data) => queryOpenAttempt(deps, data))
}

/** Asks for an attempt that nobody has decided, and applies what the gateway knows. */
export async function queryOpenAttempt(
  deps: PaymentDeps,
  data: { attemptId: string; isCheck: boolean },
): Promise<void> {
  const attempt = await findPayment(deps.db, data.attemptId)
  const isOpen = attempt?.status === 'created' || attempt?.status === 'pending'
  if (!attempt || !(isOpen || data.isCheck)) return
  const answer = await askGateway(deps, attempt)
  if (answer.type === 'later') {
    // What only confirms a callback leaves the next seconds to those that decide something.
    const delaySeconds = answer.isBusy && data.isCheck ? confirmsAgainSeconds : answer.seconds
    return deps.jobs.send(deps.db, queryAttempt, data, { delaySeconds })
  }
  if (answer.type === 'paid') await applyNews(deps, attempt.id, answer)
}
