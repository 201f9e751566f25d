import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { lockCluster } from '../db/embedded/cluster-lock.ts'
import { sharedFolder } from '../db/embedded/embedded-postgres.ts'
import { knownPlace } from '../db/embedded/place.ts'
import { BackupFault } from './backup-fault.ts'
import { openCopySession } from './tables.ts'

/** A file in the data folder, a schema in the database: a start sees either. */
const markerFile = 'restore.unfinished'
const markerSchema = 'minmin_restore'

export const unfinishedRestore =
  'A restore was not finished here. Run it again with the same file: npm run restore -- FILE'

export function isRestoreUnfinishedIn(dataDir: string): boolean {
  return existsSync(join(dataDir, markerFile))
}

export async function isRestoreUnfinished(url: string): Promise<boolean> {
  const client = await openCopySession(url)
  return isRestoreUnfinishedOver(client).finally(() => client.end())
}

export async function isRestoreUnfinishedOver(client: pg.ClientBase): Promise<boolean> {
  const text = 'select where to_regnamespace($1) is not null'
  return (await client.query(text, [markerSchema])).rowCount === 1
}

const inUse = (message: string) => new BackupFault(message, { exitCode: 'targetInUse' })

/** Refuses a folder that holds anything but an unfinished restore, which it empties. */
export async function claimFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  if (isRestoreUnfinishedIn(dataDir)) return emptyFolder(dataDir)
  // A new volume may bring an entry of its own.
  if ((await readdir(dataDir)).some((name) => name !== 'lost+found')) {
    throw inUse(`${dataDir} is not empty: a restore overwrites nothing.`)
  }
  await writeFile(join(dataDir, markerFile), '', { flush: true })
}

export async function releaseFolder(dataDir: string): Promise<void> {
  await rm(join(dataDir, markerFile), { force: true })
}

/** Removes what a killed restore or verification has left; throws while the database is in use. */
export async function emptyFolder(folder: string): Promise<void> {
  const { cluster } = await knownPlace(folder)
  const home = dirname(cluster)
  await mkdir(home, { recursive: true })
  const unlock = lockCluster(`${cluster}.lock`)
  // The PostgreSQL of a killed process may still write while it stops.
  const options = { recursive: true, force: true, maxRetries: 10 }
  try {
    // Where PostgreSQL's user may not enter DATA_DIR, its data are outside.
    if (dirname(home) === sharedFolder) await rm(home, options)
    for (const name of await readdir(folder)) {
      if (name !== markerFile && name !== 'lost+found') await rm(join(folder, name), options)
    }
  } finally {
    unlock()
  }
}

/** Refuses a database that holds anything, and marks it until the restore is done. */
export async function claimDatabase(client: pg.ClientBase): Promise<void> {
  if (await isRestoreUnfinishedOver(client)) {
    throw inUse('A restore was not finished in this database: create it anew, then run this again.')
  }
  const { rowCount } = await client.query(
    `select from pg_class as object join pg_namespace on pg_namespace.oid = relnamespace
     where nspname !~ '^pg_' and nspname <> 'information_schema' and not exists
       (select from pg_depend where pg_depend.objid = object.oid and deptype = 'e') limit 1`,
  )
  if (rowCount) throw inUse('The database is not empty: a restore overwrites nothing.')
  await client.query(`create schema ${markerSchema}`)
}

export async function releaseDatabase(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema ${markerSchema}`)
}
