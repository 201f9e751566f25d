import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { connect, type Db, withLongStatements } from './connect.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('gives seconds to a statement of a request, and minutes to one that reads whole tables', async () => {
  const limits = async (db: Db) => {
    const { rows } = await db.execute(
      sql`select current_setting('statement_timeout') as statement,
        current_setting('max_parallel_workers_per_gather') as processes`,
    )
    return rows[0]
  }
  const { db, close } = connect(database.url, { poolSize: 1 })
  expect(await limits(db)).toEqual({ statement: '2800ms', processes: '0' })
  await close()
  expect(await withLongStatements(database.url, limits)).toEqual({
    statement: '10min',
    processes: '0',
  })
})
