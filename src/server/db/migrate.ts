import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { root } from '../programs.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { databaseErrorCode } from './database-error.ts'
import { type Migration, type MigrationStep, readMigrations } from './migration-steps.ts'

export const migrationsFolder = join(root, 'migrations')
/** Name shown in `pg_stat_activity`. */
export const migrationName = 'minmin migration'

const lockNotAvailable = '55P03'
const deadlock = '40P01'
/** Longest wait of others for a lock that a migration waits for; it may take several, one by one. */
const waitsAtMostMs = 200
const pauseMs = 500
/** Ten minutes: a backup of a large shop reads its tables for as long as that. */
const attempts = 1_200

/** Of the last migration before the baseline: a database that had it is moved over, once. */
const lastBeforeBaseline = 1_795_856_902_552
const moveOver = 'before-1.0.0.sql'
const baselineName = '0000_baseline'

/** The migration that failed, by its name; its cause says why. */
export class MigrationFault extends Error {
  override name = 'MigrationFault'

  constructor(migration: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The migration ${migration} failed: ${reason}`, { cause })
  }
}

/**
 * Migrates the database to the newest schema, or to that of a migration's time; of servers that start
 * together one does it.
 */
export async function migrate(
  url: string,
  folder = migrationsFolder,
  until = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (!existsSync(join(folder, 'meta/_journal.json'))) return
  const client = new pg.Client({ connectionString: url, application_name: migrationName })
  // A connection that breaks fails the query that is under way; the event adds nothing.
  client.on('error', () => {})
  await client.connect()
  try {
    await takeTurn(client)
    for (const migration of await pendingMigrations(client, folder)) {
      if (migration.when > until) break
      await applyMigration(client, migration).catch((error: unknown) => {
        throw new MigrationFault(migration.name, error)
      })
    }
    await migrateJobs(url)
  } finally {
    await client.end()
  }
}

/** Asks again and again: an index that is built concurrently waits for every statement that waits. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [
      advisoryLocks.migration,
    ])
    if (rows[0]?.got) return
    await delay(100)
  }
}

async function pendingMigrations(client: pg.Client, folder: string): Promise<Migration[]> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (
      id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint);
    CREATE TABLE IF NOT EXISTS drizzle.unfinished_migrations (
      created_at bigint PRIMARY KEY, steps integer NOT NULL)`)
  const migrations = readMigrations(folder)
  const [baseline] = migrations
  let last = await lastMigration(client)
  if (baseline?.name === baselineName && last > 0 && last < baseline.when)
    last = await moveToBaseline(client, last, baseline)
  return migrations.filter(({ when }) => when > last)
}

async function lastMigration(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.last ?? 0)
}

async function moveToBaseline(
  client: pg.Client,
  last: number,
  { name, hash, when }: Migration,
): Promise<number> {
  if (last !== lastBeforeBaseline) {
    const reason = 'it is older: docs/operations.md says how a database of before 1.0.0 is moved.'
    throw new MigrationFault(name, new Error(reason))
  }
  await client.query('BEGIN')
  await client.query(readFileSync(join(migrationsFolder, moveOver), 'utf8'))
  await client.query('DELETE FROM drizzle.__drizzle_migrations')
  await client.query(
    'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)',
    [hash, when],
  )
  await client.query('COMMIT')
  return when
}

/** Goes on behind the steps that an earlier start has done. */
async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  const { rows } = await client.query(
    'SELECT steps FROM drizzle.unfinished_migrations WHERE created_at = $1',
    [migration.when],
  )
  const done = Number(rows[0]?.steps ?? 0)
  for (const [position, step] of migration.steps.entries()) {
    if (position >= done) await inAGap(() => applyStep(client, migration, position, step))
  }
}

async function applyStep(
  client: pg.Client,
  migration: Migration,
  position: number,
  { isAlone, statements }: MigrationStep,
): Promise<void> {
  // A statement that runs alone holds no blocking lock, however long it waits itself.
  await client.query(`SET lock_timeout = ${isAlone ? 0 : waitsAtMostMs}`)
  if (isAlone) for (const statement of statements) await runAlone(client, statement)
  await client.query('BEGIN')
  try {
    if (!isAlone) for (const statement of statements) await client.query(statement)
    await noteStep(client, migration, position)
    await client.query('COMMIT')
  } catch (error) {
    // The fault that matters is the first one.
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** An index that an earlier start has built is left; one that it was killed in is no index yet. */
async function runAlone(client: pg.Client, statement: string): Promise<void> {
  const [words = '', index] = statement.split('"')
  if (words.includes('CREATE ') && words.includes(' INDEX CONCURRENTLY ')) {
    const { rows } = await client.query(
      'SELECT indisvalid AS "isBuilt" FROM pg_index WHERE indexrelid = to_regclass($1)',
      [index],
    )
    if (rows[0]?.isBuilt === true) return
    if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY "${index}"`)
  }
  await client.query(statement)
}

async function noteStep(
  client: pg.Client,
  { hash, when, steps }: Migration,
  position: number,
): Promise<void> {
  if (position === steps.length - 1) {
    await client.query(
      'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)',
      [hash, when],
    )
    await client.query('DELETE FROM drizzle.unfinished_migrations WHERE created_at = $1', [when])
  } else {
    await client.query(
      `INSERT INTO drizzle.unfinished_migrations (created_at, steps) VALUES ($1, $2)
       ON CONFLICT (created_at) DO UPDATE SET steps = excluded.steps`,
      [when, position + 1],
    )
  }
}

/**
 * While a migration waits for a lock of a table, all later queries wait behind it. So that older
 * nodes can go on, it waits with a short lock timeout and retries.
 */
async function inAGap(apply: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply()
    } catch (error) {
      const code = databaseErrorCode(error)
      const isInUse = code === lockNotAvailable || code === deadlock
      if (!isInUse || attempt === attempts) throw error
    }
    await delay(pauseMs)
  }
}

/** The job queue has its tables in a schema of its own, whose versions pg-boss knows. */
async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: migrationName,
    max: 1,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}
