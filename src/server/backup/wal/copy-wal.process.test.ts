import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startBucket, type TryOutBucket } from '../../../../gateway/bucket/bucket.ts'
import { readConfig } from '../../config.ts'
import {
  locateRunningPostgres,
  startEmbeddedPostgres,
} from '../../db/embedded/embedded-postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { createLog } from '../../log.ts'
import { runStatement } from '../../testing/database/run-statement.ts'
import { openBucket } from '../bucket/bucket.ts'
import { openCopySession } from '../tables.ts'
import { createWalCopies, startWalCopies } from './copy-wal.ts'
import { restoreToLatest } from './restore-to-latest.ts'
import { readWalCopied } from './wal-copied.ts'

let tryOut: TryOutBucket
let folder: string
beforeAll(async () => {
  tryOut = await startBucket()
  folder = await mkdtemp(join(tmpdir(), 'minmin-wal-'))
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
})
afterAll(async () => {
  await tryOut.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

function configOf(name: string, encryption: Record<string, string>) {
  const env = {
    DATA_DIR: join(folder, name),
    BACKUP_S3_ENDPOINT: tryOut.endpoint,
    BACKUP_S3_BUCKET: tryOut.name,
    BACKUP_S3_REGION: tryOut.region,
    BACKUP_S3_ACCESS_KEY_ID: tryOut.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: tryOut.secretAccessKey,
    ...encryption,
  }
  // The copy of the cluster is made by a program of its own.
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  return readConfig({ ...env, DEMO: '0' })
}

async function textsOf(url: string): Promise<string[]> {
  const client = await openCopySession(url)
  const { rows } = await client.query('select text from written order by text')
  await client.end()
  return rows.map(({ text }) => text)
}

const log = createLog({ logLevel: 'silent' })

it.each<[string, Record<string, string>]>([
  ['as it is', {}],
  ['encrypted by a passphrase', { BACKUP_PASSPHRASE: 'a passphrase of many letters' }],
])(
  'what an embedded database has written is restored from the bucket, %s (OPEN-09)',
  async (_, encryption) => {
    tryOut.objects.clear()
    const name = encryption.BACKUP_PASSPHRASE ? 'closed' : 'open'
    const config = configOf(name, encryption)
    const { dataDir } = config
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    const { url } = postgres
    await migrate(url)
    await runStatement(url, `create table written (text text); insert into written values ('1')`)
    const copies = createWalCopies({ config, databaseUrl: url, log })
    await copies.copy()
    await copies.settled()
    await runStatement(url, `insert into written values ('2')`)
    await copies.copy()
    expect(await readWalCopied(dataDir)).not.toBeNull()
    await runStatement(url, `insert into written values ('3')`)
    await copies.copy()
    await runStatement(url, `insert into written values ('lost')`)
    await postgres.stop()
    await rm(dataDir, { recursive: true, maxRetries: 10 })

    const elsewhere = { ...config, dataDir: join(folder, `${name}-again`) }
    const options = { bucket: openBucket(settingsOf(config)), chooseKey: () => undefined }
    const restored = await restoreToLatest(elsewhere, { ...options, log: () => {} })
    expect(restored.pieces).toBeGreaterThan(1)
    const again = await startEmbeddedPostgres({ dataDir: elsewhere.dataDir, log: () => {} })
    onTestFinished(() => again.stop())
    expect(await locateRunningPostgres(elsewhere.dataDir)).toBe(again.url)
    expect(await textsOf(again.url)).toEqual(['1', '2', '3'])
    const held = await openCopySession(again.url)
    expect((await held.query('select from outgoing_hold')).rowCount).toBe(1)
    await held.end()

    // The restored shop begins a stream of its own.
    const next = createWalCopies({ config: elsewhere, databaseUrl: again.url, log })
    vi.stubEnv('DATA_DIR', elsewhere.dataDir)
    await next.copy()
    await next.settled()
    const streams = new Set([...tryOut.objects.keys()].map((key) => key.split('/')[2]))
    expect(streams.size).toBe(2)
    expect(await readdir(elsewhere.dataDir)).not.toContain('restored-log')
  },
)

it('a gap in the log begins with a new copy, and a bucket that is taken away ends it (OPEN-09)', async () => {
  tryOut.objects.clear()
  const config = configOf('gap', {})
  const { dataDir } = config
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  onTestFinished(() => postgres.stop())
  const { url } = postgres
  await migrate(url)
  const copies = createWalCopies({ config, databaseUrl: url, log })
  const bases = () => [...tryOut.objects.keys()].filter((key) => key.includes('/base-'))
  await copies.copy()
  await copies.settled()
  const first = bases()
  expect(first).toHaveLength(1)
  await runStatement(url, 'create table written (text text)')
  await runStatement(url, 'select pg_switch_wal()')
  const wal = join(dataDir, 'wal')
  const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
  await vi.waitFor(async () => expect((await readdir(wal)).filter(isSegment)).not.toEqual([]))
  for (const name of (await readdir(wal)).filter(isSegment)) await rm(join(wal, name))
  await runStatement(url, `insert into written values ('after the gap')`)
  // Names of copies have seconds.
  await vi.waitUntil(() => new Date().getMilliseconds() < 100, { interval: 20, timeout: 5_000 })
  await copies.copy()
  await copies.settled()
  // The one before is of no more use.
  expect(bases()).toHaveLength(1)
  expect(bases()).not.toEqual(first)
  const off = { ...config, backup: { ...config.backup, bucket: null } }
  await createWalCopies({ config: off, databaseUrl: url, log }).copy()
  expect(await readdir(dataDir)).not.toContain('wal')
  expect(await readWalCopied(dataDir)).toBeNull()
})

it('a copy that has begun ends with its shop, whose database nothing starts again (OPEN-09)', async () => {
  tryOut.objects.clear()
  const config = configOf('ended', {})
  const { dataDir } = config
  // The handle of a process that has ended is closed a little later.
  const untilRunning = (count: number) =>
    vi.waitUntil(
      () => process.getActiveResourcesInfo().filter((it) => it === 'ProcessWrap').length === count,
      { timeout: 60_000 },
    )
  await untilRunning(0)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  await migrate(postgres.url)
  // PostgreSQL, and the shell that ends it with this process.
  await untilRunning(2)
  const copies = startWalCopies({ config, databaseUrl: postgres.url, log })
  // The copy of the cluster begins once the first pieces are there.
  await vi.waitUntil(() => tryOut.objects.size > 0, { timeout: 60_000 })
  await untilRunning(3)
  await copies.stop()
  await postgres.stop()
  await untilRunning(0)
  expect([...tryOut.objects.keys()].filter((key) => key.includes('/base-'))).toEqual([])
})

function settingsOf({ backup: { bucket } }: ReturnType<typeof configOf>) {
  if (!bucket) throw new Error('there is no bucket')
  return bucket
}
