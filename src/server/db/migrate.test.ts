import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { countWaiting } from '../testing/database/count-waiting.ts'
import { runStatement } from '../testing/database/run-statement.ts'
import { createTestDatabase, dropDatabase } from '../testing/database/test-database.ts'
import { migrate, migrationName } from './migrate.ts'

const JOURNAL = join(import.meta.dirname, '../../../migrations/meta/_journal.json')

test('servers that start together apply each migration once', async () => {
  const { url: serverUrl } = inject('database')
  const name = `minmin_test_${randomBytes(8).toString('hex')}`
  await runStatement(serverUrl, `CREATE DATABASE ${name}`)
  onTestFinished(() => dropDatabase(serverUrl, name))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`

  await Promise.all(Array.from({ length: 5 }, () => migrate(url.href)))
  await migrate(url.href)
  const { entries } = JSON.parse(await readFile(JOURNAL, 'utf8'))
  const applied = await runStatement(url.href, 'SELECT 1 FROM drizzle.__drizzle_migrations')
  expect(applied).toHaveLength(entries.length)
})

/** A migration of its own, and two connections beside it. */
async function openMigration(statements: string) {
  const { url, drop } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'minmin-migrations-'))
  const [holder, reader] = [0, 1].map(() => new pg.Client({ connectionString: url }))
  if (!holder || !reader) throw new Error('two connections are needed')
  await Promise.all([holder.connect(), reader.connect()])
  onTestFinished(async () => {
    await Promise.all([holder.end(), reader.end()])
    await drop()
    await rm(folder, { recursive: true })
  })
  await mkdir(join(folder, 'meta'))
  const entry = { idx: 0, version: '7', when: Date.now(), tag: '0000_more', breakpoints: true }
  const journal = { version: '7', dialect: 'postgresql', entries: [entry] }
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
  await writeFile(join(folder, '0000_more.sql'), statements)
  return { url, folder, holder, reader }
}

test('I3 while a migration waits for a table that is in use, others are let to it', async () => {
  const { url, folder, holder, reader } = await openMigration(
    'ALTER TABLE orders ADD COLUMN more text',
  )

  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM orders')
  const migrated = migrate(url, folder)
  while ((await countWaiting(reader)) === 0);
  // It gets the lock although the migration waits for it and came first.
  await reader.query('SELECT 1 FROM orders')
  await holder.query('COMMIT')
  await migrated
  await reader.query('SELECT more FROM orders')
})

test('an index whose build was killed is built by the next start, and one whose end was not noted is kept (UPGRADE-08)', async () => {
  for (const how of ['CONCURRENTLY', 'CONCURRENTLY IF NOT EXISTS']) {
    const { url, folder, holder, reader } = await openMigration(
      `-- step: alone\nCREATE INDEX ${how} "orders_more" ON "orders" USING btree ("total")`,
    )
    const isValid = async () => {
      const { rows } = await reader.query(
        "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('orders_more')",
      )
      return rows[0]?.indisvalid
    }
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE orders IN ROW EXCLUSIVE MODE')
    const killed = expect(migrate(url, folder)).rejects.toThrow('0000_more')
    while ((await countWaiting(reader)) === 0);
    await reader.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = '${migrationName}'`,
    )
    await killed
    expect(await isValid()).toBe(false)
    await holder.query('COMMIT')

    await migrate(url, folder)
    expect(await isValid()).toBe(true)
    await reader.query(
      'DELETE FROM drizzle.__drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM drizzle.__drizzle_migrations)',
    )
    await migrate(url, folder)
    expect(await isValid()).toBe(true)
  }
})

test('a database of before the baseline is refused unless it had the last of the earlier migrations', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  await runStatement(url, 'UPDATE drizzle.__drizzle_migrations SET created_at = 1')
  await expect(migrate(url)).rejects.toThrow('a database of before 1.0.0')
})
