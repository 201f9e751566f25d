import { expect } from 'vitest'
import type { TestShop } from '../test-shop.ts'

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
    const waiting = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rows[0].n).toBeGreaterThan(0)
    await holder.query('commit')
    return await working
  } finally {
    holder.release()
  }
}
