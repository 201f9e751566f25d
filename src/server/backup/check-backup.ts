import { hash } from 'node:crypto'
import { migrationsFolder } from '../db/migrate.ts'
import { readJournal } from '../db/migration-steps.ts'
import { spaceOf } from '../doctor/disk-space.ts'
import { release } from '../release.ts'
import { formatOfPictureFile } from '../uploads/picture-name.ts'
import {
  type Keys,
  type Manifest,
  manifestFormat,
  manifestName,
  pictureFolder,
  readArchive,
  tableOf,
} from './archive.ts'
import { BackupFault } from './backup-fault.ts'

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
