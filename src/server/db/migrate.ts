import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')
export const journalFile = join(MIGRATIONS, 'meta/_journal.json')
// Any constant will do, as long as every server of the shop takes the same one.
const LOCK = 7_316_001

/** Brings the database to the newest schema; of servers that start together one does it. */
export async function migrate(url: string): Promise<void> {
  if (!existsSync(journalFile)) return
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks fails the query that is under way; the event adds nothing.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}
