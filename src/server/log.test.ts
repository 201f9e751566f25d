import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from './db/connect.ts'
import { createLog, describeError } from './log.ts'
import { createTestDatabase } from './testing/database/test-database.ts'
import { openTestShop, shopPrefix } from './testing/test-shop.ts'

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
  // Other faults, and failed requests of shoppers, are logged every time.
  const others = lines.length
  for (let n = 0; n < 2; n++) {
    log.error({ err: new TypeError('ours') }, 'jobs could not be started')
    log.child({ reqId: 'r' }).error({ err: away() }, 'a request failed')
  }
  expect(lines.length - others).toBe(4)
})

test('times are ISO 8601 in UTC (MEND-41)', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  log.info('hello')
  expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test.each([
  ['info', 1],
  ['warn', 0],
])(
  'at %s each answer is %i line of the log with the id that the client has, and no address (MEND-41)',
  async (level, times) => {
    const shop = await openTestShop({ env: { LOG_LEVEL: level } })
    const info = vi.spyOn(shop.app.log, 'info').mockImplementation(() => {})
    const urls = [
      [`${shopPrefix}/product/made-up?q=secret`, `${shopPrefix}/product/:id`, 404],
      [`${shopPrefix}/products`, `${shopPrefix}/products`, 200],
      [`${shopPrefix}/products`, `${shopPrefix}/products`, 200],
      ['/nowhere', 'unknown', 404],
      ['/%zz', 'unknown', 404],
    ] as const
    for (const [url, route, status] of urls) {
      info.mockClear()
      const { headers } = await shop.app.inject(url)
      const reqId = headers['x-request-id']
      expect(reqId).toMatch(/^[\w-]{12}-\w+$/)
      const answered = info.mock.calls.filter(([, text]) => text === 'answered')
      const fields = { reqId, method: 'GET', route, status, ms: expect.any(Number) }
      if (url !== '/%zz') {
        expect(answered).toEqual(Array.from({ length: times }, () => [fields, 'answered']))
      }
    }
    await shop.close()
  },
)

test('each connection to the database says what it is for (MEND-41)', async () => {
  const shop = await openTestShop()
  await shop.member()
  const { rows } = await shop.database.pool.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() order by 1`,
  )
  const names = rows.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['minmin listener', 'minmin shop']))
  expect(names.filter((name) => !name.startsWith('minmin '))).toEqual([])
  const unnamed = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !/testing|\.test\.ts$/.test(file))
    .filter((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8')
      const opened = text.split(/new (?:pg\.(?:Client|Pool)|PgBoss)\(/).slice(1)
      return opened.some((rest) => !/application_name|executeSql/.test(rest.slice(0, 200)))
    })
  expect(unnamed).toEqual([])
  await shop.close()
})
