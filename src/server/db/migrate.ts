import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { databaseErrorCode } from './database-error.ts'

export const migrationsFolder = join(import.meta.dirname, '../../../migrations')
export const journalFile = join(migrationsFolder, 'meta/_journal.json')
// Any constant will do, as long as every server of the shop takes the same one.
const migrationLock = 7_316_001

const lockNotAvailable = '55P03'
const waitsAtMostMs = 1_000
const pauseMs = 500
const attempts = 120

/** Migrates the database to the newest schema; of servers that start together one does it. */
export async function migrate(url: string, folder = migrationsFolder): Promise<void> {
  if (!existsSync(join(folder, 'meta/_journal.json'))) return
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks fails the query that is under way; the event adds nothing.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await client.query(`SET lock_timeout = ${waitsAtMostMs}`)
    await applyInAGap(client, folder)
    await migrateJobs(url)
  } finally {
    await client.end()
  }
}

/**
 * While a migration waits for a lock of a table, all later queries wait behind it. So that older
 * nodes can go on, it waits with a short lock timeout and retries.
 */
async function applyInAGap(client: pg.Client, folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyMigrations(drizzle(client), { migrationsFolder: folder })
    } catch (error) {
      if (databaseErrorCode(error) !== lockNotAvailable || attempt === attempts) throw error
    }
    await delay(pauseMs)
  }
}

/** The job queue has its tables in a schema of its own, whose versions pg-boss knows. */
async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}
