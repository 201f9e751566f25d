import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from './db/connect.ts'
import { createLog, describeError } from './log.ts'
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

test('an hour without the database is logged within a megabyte, whole at first (MEND-35)', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) })
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  // As many as an idle node fails: forty pollers every two seconds, three listeners every second.
  for (let second = 0; second < 3_600; second++) {
    clock.mockReturnValue(second * 1_000)
    const copy = { ...away(), message: 'connect', queue: 'mail.send' }
    for (let n = 0; n < 20; n++) log.warn({ err: copy }, 'the job queue reported an error')
    for (let n = 0; n < 3; n++) log.warn({ err: away() }, 'a listener could not connect')
    log.error({ err: away() }, 'jobs could not be started')
  }
  expect(lines.join('').length).toBeLessThan(1_000_000)
  expect(JSON.parse(lines[1] ?? '').err.stack).toContain('log.test.ts')
  const ofQueue = lines.filter((line) => line.includes('job queue'))
  expect(JSON.parse(ofQueue[1] ?? '')).toMatchObject({ fault: 'ECONNREFUSED', times: 1_200 })
  // Another fault, and what a shopper met, are told each time.
  const others = lines.length
  for (let n = 0; n < 2; n++) {
    log.error({ err: new TypeError('ours') }, 'jobs could not be started')
    log.child({ reqId: 'r' }).error({ err: away() }, 'a request failed')
  }
  expect(lines.length - others).toBe(4)
})
