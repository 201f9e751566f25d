import pg from 'pg'
import { expect, test } from 'vitest'
import { runStatement } from './run-statement.ts'
import { createTestDatabase } from './test-database.ts'

test('each test file has a database of its own, which is gone after it', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await runStatement(one.url, 'CREATE TABLE mark (id int)')
  const tables = "SELECT 1 FROM pg_tables WHERE tablename = 'mark'"
  expect(await runStatement(one.url, tables)).toHaveLength(1)
  expect(await runStatement(other.url, tables)).toHaveLength(0)

  // An open connection does not keep a database from being dropped.
  const open = new pg.Client({ connectionString: one.url })
  open.on('error', () => {})
  await open.connect()
  await one.drop()
  await expect(runStatement(one.url, 'SELECT 1')).rejects.toThrow(/does not exist/)
  await other.drop()
})
