import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { migrate, migrationsFolder } from '../db/migrate.ts'
import { rekeySecrets } from '../secrets/kept-secrets.ts'
import type { PictureStore } from '../uploads/store.ts'
import { collect, readArchive } from './archive.ts'
import type { Books } from './books.ts'
import { checkBackup, type Room, readJournal } from './check-backup.ts'
import type { Keys } from './encryption.ts'
import { openLoad } from './load-tables.ts'
import { type Manifest, members } from './manifest.ts'
import { retryStoreCall } from './picture-files.ts'
import { type Erasures, noErasures, repeatErasures } from './repeat-erasures.ts'
import { restoreJobs } from './restore-jobs.ts'
import { claimDatabase, releaseDatabase } from './restore-target.ts'
import { openCopySession } from './snapshot.ts'

interface RestoreOptions {
  file: string
  keys: Keys
  url: string
  /** Null: only the database is restored, as for a check. */
  pictures: PictureStore | null
  /** Undefined: what the file holds goes to other machines, or was checked before. */
  room?: Room
  /** Folders that may hold the ledger of erasures. */
  ledgers?: readonly string[]
  /** A restore of this file was cut off here: it may have been cut off after its last commit. */
  isResumed?: boolean
  /** Given the key of the backup, if it holds one: the key under which the shop goes on. */
  chooseKey?: (ofBackup: Buffer | undefined) => Buffer | undefined
}

export interface Restored {
  manifest: Manifest
  books: Books
  jobs: number
  pictures: number
  erasures: Erasures
  /** Accounts whose second factor no key opens. */
  closed: string[]
}

/**
 * Fills an empty database from a sound backup: its schema of then, its rows, then the migrations
 * since. The shop is on hold until that is released.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, keys, url, pictures } = options
  const { manifest, jobs } = await checkBackup(file, keys, options.room)
  const client = await openCopySession(url)
  try {
    if (options.isResumed && (await isRestored(client, manifest))) {
      return {
        manifest,
        books: manifest.books,
        jobs: 0,
        pictures: 0,
        closed: [],
        erasures: noErasures,
      }
    }
    await claimDatabase(client)
    await migrateTo(url, manifest.migrations)
    const { load, finish } = await openLoad(client, manifest)
    let books: Books | undefined
    let stored = 0
    let secretsKey: Buffer | undefined
    await readArchive(file, keys, async (name, content) => {
      if (name === members.secretsKey) secretsKey = await collect(content)
      else if (name.startsWith(members.tables)) await load(tableOf(name), content)
      else if (name.startsWith(members.pictures) && pictures) {
        books ??= await finish()
        const bytes = await collect(content)
        const file = { name: name.slice(members.pictures.length), bytes }
        await retryStoreCall(() => pictures.put(file))
        stored++
      } else for await (const _ of content);
    })
    books ??= await finish()
    await migrate(url)
    const erasures = await repeatErasures(url, manifest, options.ledgers ?? [])
    await client.query('begin')
    await restoreJobs(client, jobs)
    const own = options.chooseKey?.(secretsKey)
    const closed = await rekeySecrets(client, { own, ofBackup: secretsKey })
    await client.query('insert into outgoing_hold (backup_at) values ($1)', [manifest.time])
    await releaseDatabase(client)
    await client.query('commit')
    return { manifest, books, jobs: jobs.length, pictures: stored, closed, erasures }
  } finally {
    await client.end()
  }
}

/** Whether all of it was done, and only the mark in the folder is left. */
async function isRestored(client: pg.ClientBase, manifest: Manifest): Promise<boolean> {
  const known = await client.query(`select where to_regclass('outgoing_hold') is not null
    and to_regnamespace('minmin_restore') is null`)
  if (known.rowCount === 0) return false
  const held = await client.query('select from outgoing_hold where backup_at = $1', [manifest.time])
  return held.rowCount === 1
}

function tableOf(member: string): string {
  return member.slice(members.tables.length, -'.copy'.length)
}

/** Applies those migrations alone that the backup's database has had. */
async function migrateTo(url: string, migrations: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    const journal = await readJournal()
    const entries = journal.entries.filter(({ when }) => migrations.includes(when))
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await migrate(url, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
