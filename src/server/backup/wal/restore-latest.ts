import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { restoreEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { BackupFault } from '../backup-fault.ts'
import type { Bucket } from '../bucket/bucket.ts'
import { type Bytes, decrypt, type Keys } from '../encryption.ts'
import { type BaseNote, noteName } from './copy-base.ts'
import { parseWalKey, type WalObject, walPrefix } from './places.ts'

export interface Latest extends BaseNote {
  /** The last moment that the log told of, as PostgreSQL says it. */
  until: string | undefined
  pieces: number
}

/**
 * Makes the cluster of an empty data folder from the newest copy in the bucket and all of the log
 * since: the shop of a few minutes before its disk was lost.
 */
export async function restoreLatest(options: {
  dataDir: string
  bucket: Bucket
  keys: Keys
  log: (line: string) => void
}): Promise<Latest> {
  const { dataDir, bucket, keys, log } = options
  const stored = (await bucket.list(walPrefix)).flatMap(({ key }) => parseWalKey(key) ?? [])
  const base = stored
    .filter(({ kind }) => kind === 'base')
    .toSorted((one, other) => other.name.localeCompare(one.name))[0]
  if (!base) throw new BackupFault('The bucket has no copy of an embedded database.')
  const ofStream = stored.filter(({ stream }) => stream === base.stream)
  const identities = await readIdentities(bucket, ofStream, keys)
  const opened = { ...keys, identities }
  const pieces = join(dataDir, 'restored-log')
  await mkdir(pieces, { mode: 0o711 })
  let note: BaseNote | undefined
  let count = 0
  const until = await restoreEmbeddedPostgres({
    dataDir,
    log,
    async fill(cluster) {
      log(`Copying the database of ${base.name}`)
      await unpackBase(await open(bucket, base), { cluster, isEncrypted: base.isEncrypted, keys })
      note = JSON.parse(await readFile(join(cluster, noteName), 'utf8'))
      await rm(join(cluster, noteName))
      const label = await readFile(join(cluster, 'backup_label'), 'utf8')
      const start = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
      for (const piece of ofStream.filter((one) => isWanted(one, start))) {
        await unpackPiece(await open(bucket, piece), join(pieces, piece.name), {
          isEncrypted: piece.isEncrypted,
          keys: opened,
        })
        count++
      }
      return `cp '${pieces.replaceAll("'", `'\\''`).replaceAll('%', '%%')}/%f' "%p"`
    },
  })
  await rm(pieces, { recursive: true })
  if (!note) throw new BackupFault(`The copy ${base.name} is not whole.`)
  return { ...note, until, pieces: count }
}

/** History files, and what PostgreSQL wrote since the copy began, on any timeline. */
const isWanted = ({ kind, name }: WalObject, start: string) =>
  kind === 'log' && (name.length !== start.length || name.slice(8) >= start.slice(8))

async function open(bucket: Bucket, { key }: WalObject): Promise<Readable> {
  const found = await bucket.get(key)
  if (found) return found
  throw new BackupFault(`The bucket does not have ${key} any more.`)
}

/** Identities that the passphrase opens; what is encrypted for a recipient needs none. */
async function readIdentities(
  bucket: Bucket,
  objects: readonly WalObject[],
  keys: Keys,
): Promise<string[]> {
  if (keys.passphrase === null) return []
  const identities: string[] = []
  for (const object of objects.filter(({ kind }) => kind === 'key')) {
    const opened = decrypt(await open(bucket, object), keys)
    identities.push((await text(Readable.from(opened))).trim())
  }
  return identities
}

interface Packing {
  isEncrypted: boolean
  keys: Keys
}

function unpackPiece(source: Readable, path: string, { isEncrypted, keys }: Packing) {
  return pipeline(
    source,
    (bytes: Bytes) => (isEncrypted ? decrypt(bytes, keys) : bytes),
    createZstdDecompress(),
    createWriteStream(path, { mode: 0o644 }),
  )
}

async function unpackBase(
  source: Readable,
  { cluster, isEncrypted, keys }: Packing & { cluster: string },
): Promise<void> {
  const archive = extract()
  const read = pipeline(
    source,
    (bytes: Bytes) => (isEncrypted ? decrypt(bytes, keys) : bytes),
    createZstdDecompress(),
    archive,
  )
  read.catch(() => {})
  for await (const entry of archive) {
    const { name, type } = entry.header
    if (name.startsWith('/') || name.split('/').includes('..')) {
      throw new BackupFault(`The copy has ${JSON.stringify(name)}, no file of a database.`)
    }
    const path = join(cluster, name)
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      entry.resume()
    } else {
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
    }
  }
  await read
}
