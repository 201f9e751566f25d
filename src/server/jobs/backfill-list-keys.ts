import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { defineJob } from './define-job.ts'
import type { Jobs } from './jobs.ts'

const backfill = defineJob({ name: 'lists.backfill', timeoutSeconds: 600 })

const lists = ['orders', 'products'] as const
const atOnce = 500

export function registerListKeys(jobs: Jobs, db: NodePgDatabase): void {
  jobs.register(backfill, (_, { signal }) => backfillListKeys(db, signal))
  jobs.schedule(backfill, '* * * * *')
}

/**
 * Makes the keys by which the back office finds what existed before them, a batch at a time; what
 * is left over is the next run's. Once there is nothing left it costs two lookups.
 */
async function backfillListKeys(db: NodePgDatabase, signal: AbortSignal): Promise<void> {
  for (const list of lists) {
    for (let batches = 0; !signal.aborted; batches++) {
      const { rows } = await db.execute<{ more: boolean }>(
        sql`select backfill_list_keys(${list}, ${atOnce}) as more`,
      )
      if (rows[0]?.more) continue
      if (batches > 0) await analyze(db, list)
      break
    }
  }
}

async function analyze(db: NodePgDatabase, list: (typeof lists)[number]): Promise<void> {
  await db.execute(list === 'orders' ? sql`analyze order_keys` : sql`analyze product_keys`)
}
