import type { Transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import { applyNews } from './apply-news.ts'
import { askGateway } from './ask-gateway.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { findPayment } from './payments.queries.ts'

/** `isCheck`: the attempt is paid by a callback, which counts without the answer. */
const queryAttempt = defineJob<{ attemptId: string; isCheck: boolean }>({
  name: 'payment.query',
  pollSeconds: 5,
})

/** After the start of a card attempt; a bank may take so long. */
const cardMinutes = [10, 20, 40, 24 * 60]

const confirmsAgainSeconds = 15

/** For cards; the other methods are asked for before their order expires. */
export async function askLater(tx: Transaction, jobs: JobSender, attemptId: string): Promise<void> {
  for (const minutes of cardMinutes) {
    const delaySeconds = minutes * 60
    await jobs.send(tx, queryAttempt, { attemptId, isCheck: false }, { delaySeconds })
  }
}

export async function askAfterCallback(
  tx: Transaction,
  jobs: JobSender,
  attemptId: string,
): Promise<void> {
  await jobs.send(tx, queryAttempt, { attemptId, isCheck: true })
}

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
