import { expect } from 'vitest'
import type { TestShop } from '../test-shop.ts'
import { countWaiting } from './count-waiting.ts'

/**
 * Runs `statement` in a transaction, begins the work, and commits once the work waits for what the
 * statement has locked. Gives what the work gives.
 */
export async function whileLocked<T>(
  { database: { pool } }: TestShop,
  { statement, values }: { statement: string; values: unknown[] },
  work: () => Promise<T>,
): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(statement, values)
    const working = work()
    await expect.poll(() => countWaiting(pool)).toBeGreaterThan(0)
    await holder.query('commit')
    return await working
  } finally {
    holder.release()
  }
}
