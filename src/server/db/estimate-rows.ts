import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './connect.ts'

/** How many rows the planner expects of a query, from its statistics; the query does not run. */
export async function estimateRows(db: Db, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${query}`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
