import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { findAccount, knownPlace } from '../../db/embedded/place.ts'
import { dropWal, keepWal, walFolderOf } from '../../db/embedded/wal-folder.ts'
import type { Log } from '../../log.ts'
import { ownProgram } from '../../programs.ts'
import { readBackupBucketOver } from '../bucket/backup-bucket.ts'
import { type Bucket, openBucket } from '../bucket/bucket.ts'
import { createIdentity, type Encryption, encrypt } from '../encryption.ts'
import { createPictureCopies } from './copy-pictures.ts'
import { copyPieces } from './copy-pieces.ts'
import { identityKey, nameOfTime } from './places.ts'
import { pruneWal } from './prune-wal.ts'
import { forgetWalCopied, noteWalCopied, readWalCopied } from './wal-copied.ts'
import { readWalState, type WalState, writeWalState } from './wal-state.ts'

const baseEveryMs = 24 * 60 * 60_000
/** Of pieces that wait while the bucket is away; beyond it copying begins anew. */
const mostWaitingBytes = 2_000_000_000
const archivedWithinMs = 10_000
/** At the end of a shop, for what was written last. */
const lastWithinMs = 8_000

interface WalOptions {
  config: Config
  /** Of the embedded PostgreSQL. */
  databaseUrl: string
  log: Log
  /** At the end of the shop, with which a copy of the cluster ends, too. */
  signal?: AbortSignal
}

/**
 * Copies what the embedded PostgreSQL writes to the bucket of the backups, every two minutes unless
 * the environment says otherwise, for as long as there is such a bucket.
 */
export function startWalCopies(options: WalOptions): { stop(): Promise<void> } {
  const { config, log } = options
  const stopping = new AbortController()
  const copies = createWalCopies({ ...options, signal: stopping.signal })
  let wasFailing = false
  async function pass(): Promise<void> {
    try {
      await copies.copy()
      if (wasFailing) log.info('the changes of the database are copied elsewhere again')
      wasFailing = false
    } catch (err) {
      if (!wasFailing) log.error({ err }, 'the changes of the database were not copied elsewhere')
      wasFailing = true
    }
  }
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pass()
      const { signal } = stopping
      await delay(config.backup.walSeconds * 1_000, undefined, { signal, ref: false }).catch(
        () => {},
      )
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await Promise.race([running.then(pass), delay(lastWithinMs, undefined, { ref: false })])
    },
  }
}

export function createWalCopies({ config, databaseUrl, signal }: WalOptions) {
  const copyPictures = createPictureCopies(config)
  let state: WalState | undefined
  let basing: Promise<void> | undefined
  let baseFault: unknown
  /** Of this process, for one stream. */
  let identity: { stream: string; encryption: Encryption } | undefined

  async function encryptionOf(bucket: Bucket, stream: string): Promise<Encryption> {
    const { recipient, passphrase } = config.backup
    if (passphrase === null) return { recipient, passphrase }
    if (identity?.stream !== stream) {
      const made = await createIdentity()
      const sealed = encrypt(toAsync(Buffer.from(`${made.identity}\n`)), config.backup)
      await bucket.put(identityKey(stream, nameOfTime(new Date())), sealed)
      identity = { stream, encryption: { recipient: made.recipient, passphrase: null } }
    }
    return identity.encryption
  }

  async function begin(cluster: string): Promise<WalState> {
    const folder = walFolderOf(cluster)
    await dropWal(cluster)
    await keepWal(cluster, await findAccount(cluster))
    const stream = `${nameOfTime(new Date())}-${randomBytes(4).toString('hex')}`
    const begun: WalState = { stream, bases: [], last: null, gap: null }
    await writeWalState(folder, begun)
    // The first copies have a quarter of an hour before they count as late.
    if ((await readWalCopied(config.dataDir)) === null) await noteWalCopied(config.dataDir)
    return begun
  }

  /** In a process of its own, beside which the pieces go on. */
  async function createBase(bucket: Bucket, folder: string, current: WalState): Promise<void> {
    const words = [ownProgram('backup'), 'base', current.stream]
    // Without the address it would start the database of a shop that has just ended.
    const env = { ...process.env, DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '' }
    const options = signal ? { env, signal } : { env }
    const { stdout } = await promisify(execFile)(process.execPath, words, options)
    const made: WalState['bases'][number] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    // A gap since it began: the next pass makes another.
    if (current.gap !== null && made.start.slice(8) < current.gap.slice(8)) return
    current.bases = [made, ...current.bases].slice(0, 2)
    await writeWalState(folder, current)
    await pruneWal(bucket, current)
  }

  /** One pass; rejects with what kept it from copying all. */
  async function copy(): Promise<void> {
    const { cluster } = await knownPlace(config.dataDir)
    const folder = walFolderOf(cluster)
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'minmin backup',
      query_timeout: archivedWithinMs,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      const settings = await readBackupBucketOver(client, config)
      if (!settings) {
        if (existsSync(folder)) await dropWal(cluster)
        await forgetWalCopied(config.dataDir)
        state = undefined
        return
      }
      state ??= await readWalState(folder)
      if (!state || !existsSync(folder)) state = await begin(cluster)
      const current = state
      await client.query('select pg_switch_wal()')
      await waitForArchive(cluster)
      const bucket = openBucket(settings)
      try {
        const encryption = await encryptionOf(bucket, current.stream)
        const save = () => writeWalState(folder, current)
        await copyPieces(folder, bucket, { state: current, encryption, save })
      } catch (error) {
        if ((await bytesIn(folder)) > mostWaitingBytes) state = await begin(cluster)
        throw error
      }
      const [base] = current.bases
      const isDue = !base || Date.now() - timeOf(base.at) > baseEveryMs
      if (isDue && !basing && !signal?.aborted) {
        basing = createBase(bucket, folder, current)
          .then(() => {
            baseFault = undefined
          })
          .catch((error: unknown) => {
            if (!signal?.aborted) baseFault = error
          })
          .finally(() => {
            basing = undefined
          })
      }
      await copyPictures(bucket)
      if (baseFault !== undefined) throw baseFault
      if (current.bases.length > 0) await noteWalCopied(config.dataDir)
    } finally {
      await client.end()
    }
  }

  return {
    copy,
    /** For tests: until the copy of the cluster is whole. */
    async settled(): Promise<void> {
      await basing
    },
  }
}

/** PostgreSQL marks a piece that is to be archived, until it is. */
async function waitForArchive(cluster: string): Promise<void> {
  const status = join(cluster, 'pg_wal/archive_status')
  for (const giveUpAt = Date.now() + archivedWithinMs; ; await delay(50)) {
    const names = await readdir(status)
    if (!names.some((name) => name.endsWith('.ready'))) return
    if (Date.now() > giveUpAt) throw new Error('PostgreSQL does not archive what it writes.')
  }
}

async function bytesIn(folder: string): Promise<number> {
  let sum = 0
  for (const name of await readdir(folder)) {
    sum += (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0
  }
  return sum
}

/** Of a name of a time. */
function timeOf(name: string): number {
  return Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

async function* toAsync(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
