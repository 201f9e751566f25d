import { readFile, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Static, TSchema } from 'typebox'
import { migrationsFolder } from '../db/migrate.ts'
import { release } from '../release.ts'
import { formatOfPictureFile } from '../uploads/picture-name.ts'
import { collect, readArchive } from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import type { Keys } from './encryption.ts'
import { Manifest, manifestFormat, members, type WaitingJob, WaitingJobs } from './manifest.ts'

/** The folder that a restore fills, and the beginnings of the members that it puts there. */
export interface Room {
  folder: string
  holds: readonly string[]
}

interface Checked {
  manifest: Manifest
  jobs: WaitingJob[]
}

/** The largest of each member that is read whole into memory. */
const mostBytes = { key: 4_096, manifest: 8_000_000, jobs: 256_000_000, picture: 64_000_000 }

/**
 * Reads the whole file before anything is written: what it says of itself, if all of it is sound. Its
 * members are no larger than it says, and there is room for them.
 */
export async function checkBackup(file: string, keys: Keys, room?: Room): Promise<Checked> {
  const free = room ? await freeBytes(room.folder) : Number.POSITIVE_INFINITY
  const isKept = (name: string) => room?.holds.some((start) => name.startsWith(start))
  let needed = 0
  let manifest: Manifest | undefined
  let jobs: WaitingJob[] = []
  const found = new Set<string>()
  await readArchive(file, keys, async (name, content, size) => {
    if (found.has(name)) throw new BackupFault(`The file has the member ${name} twice.`)
    found.add(name)
    if (size > largest(name)) throw new BackupFault(`The member ${name} is larger than it can be.`)
    if (name === members.manifest) {
      manifest = await readManifest((await collect(content)).toString())
      if (isKept(members.tables)) needed = sizeOfTables(manifest)
    } else if (!manifest) {
      throw new BackupFault(`The file does not begin with ${members.manifest}.`)
    } else if (name === members.jobs) {
      jobs = await readJson(name, (await collect(content)).toString(), WaitingJobs)
    } else if (name.startsWith(members.tables)) {
      refuseOtherSize(manifest, name, size)
    } else if (name.startsWith(members.pictures)) {
      refuseForeignPicture(name)
      if (isKept(name)) needed += size
    }
    if (needed > free) {
      throw new BackupFault(`There is no room for ${needed} bytes: ${free} are free.`)
    }
    for await (const _ of content);
  })
  if (!manifest) throw new BackupFault(`The file has no ${members.manifest}.`)
  const missing = manifest.tables.filter(({ name }) => !found.has(memberOf(name)))
  if (missing.length > 0) {
    throw new BackupFault(`The file lacks the tables ${missing.map(({ name }) => name)}.`)
  }
  return { manifest, jobs }
}

function largest(name: string): number {
  if (name === members.secretsKey) return mostBytes.key
  if (name === members.manifest) return mostBytes.manifest
  if (name === members.jobs) return mostBytes.jobs
  return name.startsWith(members.pictures) ? mostBytes.picture : Number.POSITIVE_INFINITY
}

const memberOf = (table: string) => `${members.tables}${table}.copy`

const sizeOfTables = ({ books }: Manifest) =>
  Object.values(books.tables).reduce((sum, { bytes }) => sum + bytes, 0)

/** Of the disk, also when the folder is not there yet. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bsize, bavail } = await statfs(folder)
    return bsize * bavail
  } catch (error) {
    if (dirname(folder) === folder) throw error
    return freeBytes(dirname(folder))
  }
}

async function readManifest(text: string): Promise<Manifest> {
  const { format } = parseJson(members.manifest, text) ?? {}
  if (format !== manifestFormat) {
    throw new BackupFault(`The file has the format ${format}, which this release lacks.`)
  }
  const manifest = await readJson(members.manifest, text, Manifest)
  const names = manifest.tables.map(({ name }) => name)
  if (new Set(names).size < names.length || names.some((name) => !manifest.books.tables[name])) {
    throw new BackupFault(`${members.manifest} does not have each table once in its books.`)
  }
  await refuseLaterRelease(manifest)
  return manifest
}

function parseJson(name: string, text: string): { format?: unknown } | null {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BackupFault(`The member ${name} is not JSON.`, { cause })
  }
}

async function readJson<Schema extends TSchema>(
  name: string,
  text: string,
  schema: Schema,
): Promise<Static<Schema>> {
  const { Value } = await import('typebox/value')
  const read: unknown = parseJson(name, text)
  if (Value.Check(schema, read)) return read
  const [first] = Value.Errors(schema, read)
  throw new BackupFault(`The member ${name} is wrong: ${first?.instancePath} ${first?.message}.`)
}

function refuseOtherSize({ tables, books }: Manifest, member: string, size: number): void {
  const table = tables.find(({ name }) => memberOf(name) === member)
  const stated = table && books.tables[table.name]?.bytes
  if (size === stated) return
  throw new BackupFault(`${member} has ${size} bytes; the manifest says ${stated ?? 'nothing'}.`)
}

/** A file may name a place outside of the folder of the pictures. */
function refuseForeignPicture(member: string): void {
  if (formatOfPictureFile(member.slice(members.pictures.length))) return
  throw new BackupFault(`The file has the member ${JSON.stringify(member)}, which is no picture.`)
}

interface Journal {
  entries: { when: number; tag: string }[]
}

export const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))

async function refuseLaterRelease(manifest: Manifest): Promise<void> {
  const { entries } = await readJournal()
  const known = new Set(entries.map(({ when }) => when))
  if (manifest.migrations.every((when) => known.has(when))) return
  throw new BackupFault(
    `The backup is of release ${manifest.release} and has migrations that this release ` +
      `(${release()}) does not know: restore it with that release or a later one.`,
    { exitCode: 'laterRelease' },
  )
}
