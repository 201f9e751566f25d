import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { knownPlace } from '../db/embedded/place.ts'
import { builtProgram } from '../programs.ts'
import { eventually } from '../testing/embedded-postgres-fixtures.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createBackup } from './create-backup.ts'
import { databaseIn, openVerifyFolder } from './verify-folder.ts'

let database: TestDatabase
let folder: string
let file: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'minmin-verified-'))
  file = join(folder, 'shop.tar.zst')
  const encryption = { recipient: null, passphrase: null }
  await createBackup({ url: database.url, file, encryption, pictures: null })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

async function createDataDir(mode: number): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'minmin-data-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }))
  await chmod(parent, mode)
  const dataDir = join(parent, 'data')
  await mkdir(dataDir)
  return dataDir
}

/** The command of an operator; where its database is, once that runs. */
async function startVerify(dataDir: string) {
  const child = spawn(process.execPath, [builtProgram('backup'), 'verify', file], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const exit = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const cluster = await eventually(async () => {
    const [name = ''] = await readdir(dataDir)
    const { cluster } = await knownPlace(databaseIn(join(dataDir, name)))
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(true)
    return cluster
  })
  return { child, exit, home: dirname(cluster) }
}

const end = async (
  { child, exit }: { child: ChildProcess; exit: Promise<unknown> },
  signal: NodeJS.Signals,
) => {
  child.kill(signal)
  await exit
}

it.each([
  ['its own', 0o711],
  ['a shared', 0o700],
])(
  'what a killed one left in %s folder is removed by the next one (BACKUP-12)',
  async (_, mode) => {
    const dataDir = await createDataDir(mode)
    const killed = await startVerify(dataDir)
    await end(killed, 'SIGKILL')
    expect(await readdir(dataDir)).toHaveLength(1)
    const next = await openVerifyFolder(dataDir)
    expect(existsSync(killed.home)).toBe(false)
    await next.remove()
    expect(await readdir(dataDir)).toEqual([])
  },
)

it('one that is asked to end leaves nothing (BACKUP-12)', async () => {
  const dataDir = await createDataDir(0o700)
  const asked = await startVerify(dataDir)
  await end(asked, 'SIGTERM')
  expect(await readdir(dataDir)).toEqual([])
  expect(existsSync(asked.home)).toBe(false)
})

it('the folder of one that runs is left alone', async () => {
  const dataDir = await createDataDir(0o711)
  const first = await openVerifyFolder(dataDir)
  const second = await openVerifyFolder(dataDir)
  expect(existsSync(first.path)).toBe(true)
  await first.remove()
  await second.remove()
  expect(await readdir(dataDir)).toEqual([])
})
