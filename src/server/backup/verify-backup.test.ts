import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { ClusterInUseError } from '../db/embedded/cluster-lock.ts'
import { knownPlace } from '../db/embedded/place.ts'
import { builtProgram } from '../programs.ts'
import { eventually } from '../testing/database/embedded-postgres-fixtures.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { createLocalStore } from '../uploads/local-store.ts'
import { createBackup } from './create-backup.ts'
import { openCopySession } from './tables.ts'
import { verifyBackup, verifyFolder } from './verify-backup.ts'

let database: TestDatabase
let folder: string
let file: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'minmin-verified-'))
  file = join(folder, 'shop.tar.zst')
  const encryption = { recipient: null, passphrase: null }
  const pictures = createLocalStore(folder)
  await createBackup({ url: database.url, file, encryption, pictures })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

it('begins once the session of one that has just failed has ended (BACKUP-11)', async () => {
  const failed = await openCopySession(database.url)
  await failed.query('select pg_advisory_lock($1)', [advisoryLocks.backup])
  const encryption = { recipient: null, passphrase: null }
  const pictures = createLocalStore(folder)
  const next = createBackup({ url: database.url, file: `${file}.next`, encryption, pictures })
  const asks = `select from pg_stat_activity where datname = current_database()
    and query like 'select where pg_try_advisory_lock%'`
  await Promise.all([
    next,
    eventually(async () => expect((await failed.query(asks)).rowCount).toBe(1)).finally(() =>
      failed.end(),
    ),
  ])
})

async function createDataDir(mode: number): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'minmin-data-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true, maxRetries: 10 }))
  await chmod(parent, mode)
  const dataDir = join(parent, 'data')
  await mkdir(dataDir)
  return dataDir
}

it.each([
  ['its own', 0o711],
  ['a shared', 0o700],
])(
  'leaves nothing, nor what a killed one left in %s folder, and is refused beside another (BACKUP-12)',
  async (_, mode) => {
    const dataDir = await createDataDir(mode)
    const child = spawn(process.execPath, [builtProgram('backup'), 'verify', file], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    const exit = once(child, 'exit')
    onTestFinished(() => void child.kill('SIGKILL'))
    const cluster = await eventually(async () => {
      const { cluster } = await knownPlace(verifyFolder(dataDir))
      expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(true)
      return cluster
    })
    const keys = { identityFile: null, passphrase: null }
    await expect(verifyBackup(file, keys, dataDir)).rejects.toThrow(ClusterInUseError)
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true)
    child.kill('SIGKILL')
    await exit
    await verifyBackup(file, keys, dataDir)
    expect(await readdir(dataDir)).toEqual([])
    expect(existsSync(dirname(cluster))).toBe(false)
  },
)
