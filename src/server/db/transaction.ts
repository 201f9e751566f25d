import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { databaseErrorCode } from './database-error.ts'

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

const attempts = 4
/** serialization_failure, deadlock_detected: nothing was written, and once more may do. */
const retryable = new Set(['40001', '40P01'])

/** Runs `work` in one transaction; a deadlock or a lost race is tried again from the start. */
export async function transaction<T>(
  db: NodePgDatabase,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === attempts || !retryable.has(databaseErrorCode(error) ?? '')) throw error
    }
  }
}
