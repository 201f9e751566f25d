import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { defineJob } from '../../jobs/define-job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { checkOrders, checkStock, recordCheck } from './differences.queries.ts'

const check = defineJob({ name: 'books.check', timeoutSeconds: 30 * 60 })

/** At 03:30 in Taipei, for all nodes together. */
export function registerBookCheck(jobs: Jobs, db: NodePgDatabase): void {
  jobs.register(check, (_, { signal }) => checkBooks(db, signal))
  jobs.schedule(check, '30 19 * * *')
}

const ordersAtOnce = 2_000
const productsAtOnce = 200

/** Compares money and stock with their ledgers, a batch at a time, so that nothing waits for it. */
export async function checkBooks(db: NodePgDatabase, signal?: AbortSignal): Promise<void> {
  await throughAll((after) => checkOrders(db, after, ordersAtOnce), signal)
  await throughAll((after) => checkStock(db, after, productsAtOnce), signal)
  await recordCheck(db)
}

async function throughAll(
  checkNext: (after: string) => Promise<string | undefined>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    signal?.throwIfAborted()
    after = await checkNext(after)
  }
}
