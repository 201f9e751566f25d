import type { ClientBase, Pool } from 'pg'

/**
 * How many connections of this database wait for a lock. Other tests wait in databases of the same
 * server, where the tables have the same object ids.
 */
export async function countWaiting(asking: Pool | ClientBase): Promise<number> {
  const { rows } = await asking.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
