import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { connect, type Database, type Db } from './connect.ts'
import { databaseErrorCode } from './database-error.ts'
import { prepared, preparedText } from './prepared.ts'
import { rateLimitCounts } from './tables/limits.ts'
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
    await tx.execute(sql`insert into rate_limit_counts (key, points) values ('gone', 1)`)
    await tx.execute(sql`select 1 / 0`)
  })
  expect(await failing.catch((error: unknown) => databaseErrorCode(error))).toBe('22012')
  expect(attempts).toBe(1)
  const { rows } = await database.db.execute(
    sql`select key from rate_limit_counts where key = 'gone'`,
  )
  expect(rows).toEqual([])
})

const rootMessage = (error: Error) => ((error.cause as Error | undefined) ?? error).message
const ownKey = (tx: Db) => tx.select({ key: rateLimitCounts.key }).from(rateLimitCounts)
const preparedKeys = prepared((tx) => ownKey(tx).prepare('test_rate_limit_keys'))
const preparedTextKeys = preparedText('test_rate_limit_texts', 'select key from rate_limit_counts')

test('refuses a statement after the end of its transaction and names it (MEND-07, HOUSE-08)', async () => {
  const late: Record<string, (tx: Transaction) => Promise<unknown>> = {
    text: (tx) => tx.execute(sql`insert into rate_limit_counts (key, points) values ('late', 1)`),
    builder: async (tx) => ownKey(tx),
    prepared: (tx) => preparedKeys(tx).execute(),
    preparedText: (tx) => preparedTextKeys(tx, []),
    transaction: (tx) => transaction(tx, async (inner) => ownKey(inner)),
  }
  const ends = {
    commit: () => Promise.resolve(),
    rollback: () => Promise.reject(new Error('refused')),
  }
  for (const end of Object.values(ends)) {
    const kept: { tx?: Transaction; query?: ReturnType<typeof preparedKeys> } = {}
    await transaction(database.db, async (tx) => {
      Object.assign(kept, { tx, query: preparedKeys(tx) })
      expect(await preparedKeys(tx).execute()).toEqual([])
      expect(await preparedTextKeys(tx, [])).toEqual([])
      await end()
    }).catch((error: unknown) => expect(error).toMatchObject({ message: 'refused' }))
    for (const send of Object.values(late)) {
      // Within another transaction, whose connection is the one that has just become free.
      await transaction(database.db, async () => {
        expect(await send(kept.tx as Transaction).catch(rootMessage)).toMatch(/after the end/)
      })
    }
    const statement = 'select "key" from "rate_limit_counts"'
    expect(await kept.query?.execute().catch(rootMessage)).toContain(`transaction: ${statement}`)
  }
  expect(await ownKey(database.db)).toEqual([])
})

test('cuts off the slower branch of work that fails (MEND-07)', async () => {
  const otherBranch = Promise.withResolvers<unknown>()
  const hasFailed = Promise.withResolvers<void>()
  await transaction(database.db, async (tx) => {
    const slow = async () => {
      await hasFailed.promise
      await tx.execute(sql`insert into rate_limit_counts (key, points) values ('slow', 1)`)
    }
    void slow().then(otherBranch.resolve, otherBranch.reject)
    throw new Error('refused')
  }).catch(() => hasFailed.resolve())
  const refusal = await otherBranch.promise.catch(rootMessage)
  expect(refusal).toContain('after the end of its transaction: insert into rate_limit_counts')
})
