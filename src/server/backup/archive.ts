import { hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { JobInsert } from 'pg-boss'
import { extract, pack } from 'tar-stream'
import { migrationsFolder } from '../db/migrate.ts'
import { readJournal } from '../db/migration-steps.ts'
import { spaceOf } from '../doctor/disk-space.ts'
import { release } from '../release.ts'
import { formatOfPictureFile } from '../uploads/picture-name.ts'
import { BackupFault } from './backup-fault.ts'
import {
  type Bytes,
  decrypt,
  type Encryption,
  encrypt,
  isEncrypted,
  type Keys,
} from './encryption.ts'
import type { CopiedTable, TableBooks } from './tables.ts'

/** The last member of a backup: what the file holds, and what a restored shop is compared with. */
export interface Manifest {
  format: typeof manifestFormat
  release: string
  /** By the database's clock: the moment of the snapshot. */
  time: string
  /** The last one of the database, by its time in the journal. */
  migration: number
  tables: (CopiedTable & TableBooks)[]
  sequences: { name: string; last: string }[]
  /** Jobs that waited; a restore enqueues them again. */
  jobs: WaitingJob[]
  /** In an encrypted file alone; in base64. */
  secretsKey?: string
  /** Named by a row, and not in the store. */
  missingPictures: string[]
  /** The SHA-256 of every other member, by its name. */
  sums: Record<string, string>
}
export type WaitingJob = JobInsert & { name: string; startAfter: string }

export const manifestFormat = 2
export const manifestName = 'manifest.json'
/** The tables as SQL, for a reader without the shop; a restore makes them by the migrations. */
export const schemaName = 'schema.sql'
/** Before the name of a picture's file. */
export const pictureFolder = 'uploads/'
/** The table of a member that holds some of its rows: `tables/orders/1.copy`. */
export const tableOf = (member: string) => /^tables\/([^/]+)\/\d+\.copy$/.exec(member)?.[1]

/** Adds a member to a file that is being written. */
export type AddMember = (name: string, bytes: Buffer) => Promise<void>

/** Members are read whole into memory. */
const mostBytes = 256_000_000
const magic = 'age-encryption.org/'

/** Writes a new file, readable by its owner alone, and syncs it. */
export async function writeArchive<T>(
  path: string,
  encryption: Encryption,
  write: (add: AddMember) => Promise<T>,
): Promise<T> {
  const archive = pack()
  const written = write((name, bytes) =>
    pipeline(Readable.from([bytes]), archive.entry({ name, size: bytes.length, mode: 0o600 })),
  )
  // The pipeline fails with what ends the archive.
  written.then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  )
  await pipeline(
    Readable.from(archive),
    // Nothing else sums the manifest, which has the sums of all others.
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    (bytes: Bytes) => (isEncrypted(encryption) ? encrypt(bytes, encryption) : bytes),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return written
}

/** The members in their order. */
export async function* readArchive(
  path: string,
  keys: Keys,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const begin = await text(createReadStream(path, { end: magic.length - 1 }))
  const archive = extract()
  const read = pipeline(
    createReadStream(path),
    (bytes: Bytes) => (begin === magic ? decrypt(bytes, keys) : bytes),
    createZstdDecompress(),
    archive,
  )
  read.catch(() => {})
  try {
    for await (const entry of archive) {
      const { name, size = 0 } = entry.header
      if (size > mostBytes) throw new BackupFault(`The member ${name} is larger than it can be.`)
      yield { name, bytes: await buffer(entry) }
    }
    await read
  } catch (cause) {
    if (cause instanceof BackupFault) throw cause
    throw new BackupFault(`The file cannot be read to its end: ${cause}`, { cause })
  }
}

/**
 * Reads the whole file before anything is written, and answers its manifest if all of it is sound.
 *
 * @param room a folder whose disk has to have room for the tables
 */
export async function checkBackup(file: string, keys: Keys, room?: string): Promise<Manifest> {
  const free = room === undefined ? Number.POSITIVE_INFINITY : (await spaceOf(room)).free
  let needed = 0
  let text: string | undefined
  const found = new Map<string, string>()
  for await (const { name, bytes } of readArchive(file, keys)) {
    if (name === manifestName) text = bytes.toString()
    else if (isOurs(name)) found.set(name, hash('sha256', bytes))
    else throw new BackupFault(`The file has ${JSON.stringify(name)}, no table and no picture.`)
    if (tableOf(name) !== undefined) needed += bytes.length
    if (needed > free) {
      throw new BackupFault(`There is no room for ${needed} bytes: ${free} are free.`)
    }
  }
  if (text === undefined) throw new BackupFault(`The file has no ${manifestName}: it is not whole.`)
  const manifest: Manifest = JSON.parse(text)
  refuseOtherRelease(manifest)
  compareSums(manifest, found)
  return manifest
}

/** A file may name a place outside of the folder of the pictures. */
const isOurs = (name: string) =>
  name === schemaName ||
  tableOf(name) !== undefined ||
  (name.startsWith(pictureFolder) && formatOfPictureFile(name.slice(pictureFolder.length)))

function refuseOtherRelease({ format, release: made, migration }: Manifest): void {
  const isKnown = readJournal(migrationsFolder).some(({ when }) => when === migration)
  if (format === manifestFormat && isKnown) return
  throw new BackupFault(
    `The backup is of release ${made} and has a format or migrations that this release ` +
      `(${release()}) does not know: restore it with that release or a later one.`,
    { exitCode: 'laterRelease' },
  )
}

function compareSums({ sums }: Manifest, found: ReadonlyMap<string, string>): void {
  const faults = [...new Set([...Object.keys(sums), ...found.keys()])].flatMap((name) => {
    if (!found.has(name)) return [`${name} is missing`]
    if (sums[name] === undefined) return [`${name} was added`]
    return sums[name] === found.get(name) ? [] : [`${name} is damaged`]
  })
  if (faults.length > 0) throw new BackupFault(`The file is not whole: ${faults.join(', ')}.`)
}
