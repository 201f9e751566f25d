import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from './db/connect.ts'
import { describeError } from './log.ts'
import { createTestDatabase } from './testing/test-database.ts'

test('H9 a failed query is logged with its cause, and without its values', async () => {
  const testDatabase = await createTestDatabase()
  const database = connect(testDatabase.url)
  try {
    const values = sql`insert into nowhere values (${'secret-hash'}, ${'first\n    at line'})`
    const error = await database.db.execute(values).then(
      () => undefined,
      (failure: unknown) => failure,
    )
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toContain('secret-hash')
    const described = describeError(error)
    expect(JSON.stringify(described)).not.toMatch(/secret-hash|first/)
    expect(described).toMatchObject({
      message: expect.stringContaining('insert into nowhere'),
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: '42P01', message: 'relation "nowhere" does not exist' },
    })
  } finally {
    await database.close()
    await testDatabase.drop()
  }
})
