import { sql } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'

/** Limits count each call, and a session notes once a minute that it is used. */
const writtenByAnyCall = ['rate_limit_counts', 'admin_sessions']

/** All that calls could change, as one text; `spared`: further tables that every call may write. */
export async function readEverything(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  ...spared: readonly string[]
): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [[...writtenByAnyCall, ...spared]],
  )
  const sums = rows.map(
    ({ name }) => sql`(select md5(coalesce(string_agg(t::text, ',' order by t::text), ''))
      from ${sql.identifier(name)} as t) as ${sql.identifier(name)}`,
  )
  const found = await db.execute(sql`select ${sql.join(sums, sql`, `)}`)
  return JSON.stringify(found.rows)
}
