import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { connect, type Database } from './connect.ts'
import { databaseErrorCode } from './database-error.ts'
import { type Transaction, transaction } from './transaction.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url, { poolSize: 2 })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const lock = (tx: Transaction, key: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(${key}::bigint)`)

test('D13 two transactions that wait for each other both come to their end', async () => {
  let waiting = 0
  const bothHoldOne = Promise.withResolvers<void>()
  async function lockBoth(first: number, second: number): Promise<number> {
    let attempts = 0
    await transaction(database.db, async (tx) => {
      attempts++
      await lock(tx, first)
      if (++waiting === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await lock(tx, second)
    })
    return attempts
  }
  const attempts = await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])
  expect(attempts.toSorted()).toEqual([1, 2])
})

test('D13 a lost race is run again, four times at most, and leaves its connections usable', async () => {
  let attempts = 0
  const loseUntil = (last: number) =>
    transaction(database.db, async (tx) => {
      attempts++
      if (attempts >= last) return attempts
      await tx.execute(sql`do $$ begin raise exception using errcode = '40001'; end $$`)
    })
  expect(await loseUntil(4)).toBe(4)
  attempts = 0
  const codeOf = (error: unknown) => databaseErrorCode(error)
  expect(await loseUntil(5).catch(codeOf)).toBe('40001')
  expect(attempts).toBe(4)
  for (let use = 0; use < 4; use++) {
    const { rows } = await database.db.execute<{ is_free: boolean }>(
      sql`select pg_current_xact_id_if_assigned() is null as is_free`,
    )
    expect(rows).toEqual([{ is_free: true }])
  }
})

test('what cannot be retried is run once, and nothing of it stays', async () => {
  let attempts = 0
  const failing = transaction(database.db, async (tx) => {
    attempts++
    await tx.execute(sql`insert into rate_limits (key, hits, resets_at) values ('gone', 1, now())`)
    await tx.execute(sql`select 1 / 0`)
  })
  expect(await failing.catch((error: unknown) => databaseErrorCode(error))).toBe('22012')
  expect(attempts).toBe(1)
  const { rows } = await database.db.execute(sql`select key from rate_limits`)
  expect(rows).toEqual([])
})
