import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runStatement } from './testing/run-statement.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let dataDir: string
let child: ChildProcess | undefined
let said = ''
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'minmin-main-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The program itself, over the database of the test. */
function start(env: Record<string, string> = {}, preload = ''): ChildProcess {
  said = ''
  const args = preload ? ['--import', `data:text/javascript,${encodeURIComponent(preload)}`] : []
  child = spawn(process.execPath, [...args, join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO: '0',
      ADMIN_USERNAME: 'keeper@minmin.example',
      ADMIN_PASSWORD: 'a-word-nobody-logs',
      ...env,
    },
  })
  const note = (text: unknown) => {
    said += String(text)
  }
  child.stdout?.on('data', note)
  child.stderr?.on('data', note)
  return child
}

async function untilSaid(words: string): Promise<void> {
  while (!said.includes(words)) {
    if (child?.exitCode !== null) throw new Error(`it ended, saying: ${said}`)
    await Promise.race([
      once(child?.stdout ?? child, 'data'),
      once(child?.stderr ?? child, 'data'),
      once(child, 'exit'),
    ])
  }
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
  const [code] = await once(start(production), 'exit')
  expect(code).toBe(1)
  expect(said).toContain('synchronous_commit is off: orders that were confirmed may be lost.')
  expect(said).not.toContain('is open')
})

test('H5 a shop for trying says so, and goes on', async () => {
  await loseCommits()
  start()
  await untilSaid('is open')
  expect(said).toContain('WARNING: synchronous_commit is off')
})

test.each(['SIGUSR1', 'SIGUSR2'] as const)(
  'H9 what nobody caught is logged, open calls are finished, and the process ends (%s)',
  async (signal) => {
    // One throws, the other rejects, in the middle of nothing.
    const preload = `
      process.on('SIGUSR1', () => { throw new Error('left alone') })
      process.on('SIGUSR2', () => void Promise.reject(new Error('left alone')))`
    const running = start({}, preload)
    await untilSaid('is open')
    const ended = once(running, 'exit')
    running.kill(signal)
    const [code] = await ended
    expect(code).toBe(1)
    expect(said).toContain('left alone')
    expect(said).toContain('finishing what is open')
    expect(said).not.toContain('a-word-nobody-logs')
  },
)
