import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './testing/database/embedded-postgres-fixtures.ts'
import { runStatement } from './testing/database/run-statement.ts'
import { createTestDatabase, type TestDatabase } from './testing/database/test-database.ts'
import { type MainProcess, startMain } from './testing/doubles/main-process.ts'

let database: TestDatabase
let running: MainProcess | undefined
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await running?.remove()
  await database.drop()
})

async function start(options: Parameters<typeof startMain>[1] = {}): Promise<MainProcess> {
  running = await startMain(database.url, options)
  return running
}

const production = {
  NODE_ENV: 'production',
  PAYMENTS: 'demonstration',
  PUBLIC_URL: 'https://shop.example',
}

function loseCommits(): Promise<unknown> {
  const name = new URL(database.url).pathname.slice(1)
  return runStatement(database.url, `alter database ${name} set synchronous_commit = off`)
}

test('H5 a shop for real customers does not start on a database that may lose orders', async () => {
  await loseCommits()
  const shop = await start({ env: production })
  expect(await shop.end()).toBe(1)
  expect(shop.said()).toContain(
    'synchronous_commit is off: orders that were confirmed may be lost.',
  )
  expect(shop.said()).not.toContain('is open')
})

test('H5 a shop for trying says so, and goes on, and tells its release and commit (MEND-31)', async () => {
  await loseCommits()
  const shop = await start()
  await shop.untilSaid('is open')
  expect(shop.said()).toContain('WARNING: synchronous_commit is off')
  expect(shop.said()).toMatch(/is open: http\S+ \(1\.\d+\.\d+-\w+\)/)
})

test.each(['SIGUSR1', 'SIGUSR2'] as const)(
  'H9 what nobody caught is logged, open calls are finished, and the process ends (%s)',
  async (signal) => {
    // One throws, the other rejects, in the middle of nothing.
    const preload = `
      process.on('SIGUSR1', () => { throw new Error('left alone') })
      process.on('SIGUSR2', () => void Promise.reject(new Error('left alone')))`
    const shop = await start({ preload })
    await shop.untilSaid('is open')
    expect(await shop.end(signal)).toBe(1)
    expect(shop.said()).toContain('left alone')
    expect(shop.said()).toContain('finishing what is open')
    expect(shop.said()).not.toContain('a-word-nobody-logs')
  },
)

test('H9 a shop whose listeners have hung up goes on, and still ends when it is told to', async () => {
  const shop = await start({ preload: "process.on('SIGUSR2', () => console.log('a word'))" })
  await shop.untilSaid('is open')
  const [, address = ''] = /open: (\S+)/.exec(shop.said()) ?? []
  shop.child.stdout?.destroy()
  shop.child.stderr?.destroy()
  shop.child.kill('SIGUSR2')
  const cart = `${address}/v2/api/shopping-minmin/cart`
  for (let call = 0; call < 5; call++) expect((await fetch(cart)).status).toBe(200)
  expect(await shop.end('SIGTERM')).toBe(0)
})

test('writes its compiled modules when it opens, and so keeps them no longer (GROUP-18)', async () => {
  const folder = await makeFolder()
  const shop = await start({ env: { NODE_COMPILE_CACHE: folder } })
  await shop.untilSaid('is open')
  expect((await readdir(folder, { recursive: true })).length).toBeGreaterThan(10)
})

test('H6 a shop that is told to end while its own PostgreSQL starts takes it along', async () => {
  const folder = await makeFolder()
  const shop = await start({ env: { DATABASE_URL: '', DATA_DIR: folder } })
  await shop.untilSaid('Creating the database')
  expect(await shop.end('SIGTERM')).toBe(0)
  const left = await readdir(folder, { recursive: true })
  expect(left.some((path) => path.endsWith('PG_VERSION'))).toBe(true)
  expect(left.filter((path) => path.endsWith('postmaster.pid'))).toEqual([])
})
