import type { Db } from '../../db/connect.ts'
import type { Transaction } from '../../db/transaction.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { readDatabaseTime } from '../../orders/life/order-expiry.queries.ts'

/** `isCheck`: also when the attempt is paid already. */
export const queryAttempt = defineJob<{ attemptId: string; isCheck: boolean }>({
  name: 'payment.query',
  // A gateway may take most of a minute to complete what the shopper has agreed to.
  timeoutSeconds: 120,
})

/** After the start of a card attempt; a bank may take so long. */
const cardMinutes = [10, 20, 40, 24 * 60]

/** For what is paid at once; a number is asked for at its date and before its order expires. */
export async function askLater(
  tx: Transaction,
  jobs: JobSender,
  attemptId: string,
  afterMinutes: readonly number[] = cardMinutes,
): Promise<void> {
  for (const minutes of afterMinutes) {
    const delaySeconds = minutes * 60
    await jobs.send(tx, queryAttempt, { attemptId, isCheck: false }, { delaySeconds })
  }
}

/** Whether a number was paid is asked at its date. */
export async function askAtDate(
  tx: Transaction,
  jobs: JobSender,
  { attemptId, dueAt }: { attemptId: string; dueAt: Date },
): Promise<void> {
  const now = await readDatabaseTime(tx)
  const delaySeconds = Math.max(0, Math.ceil((dueAt.getTime() - now.getTime()) / 1_000))
  await jobs.send(tx, queryAttempt, { attemptId, isCheck: false }, { delaySeconds })
}

/** For what came and proves nothing: the gateway is asked unless the money is known by then. */
export async function askNow(db: Db, jobs: JobSender, attemptId: string): Promise<void> {
  await jobs.send(db, queryAttempt, { attemptId, isCheck: false })
}

/** For a paid callback, which counts without the answer. */
export async function askAfterCallback(
  tx: Transaction,
  jobs: JobSender,
  attemptId: string,
): Promise<void> {
  await jobs.send(tx, queryAttempt, { attemptId, isCheck: true })
}
