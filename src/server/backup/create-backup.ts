import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { spareProcessors } from '../limits/spare-processors.ts'
import { release } from '../release.ts'
import type { PictureStore } from '../uploads/store.ts'
import { type AddMember, writeArchive } from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import { type Books, readSums, readTableBooks } from './books.ts'
import { type Encryption, isEncrypted } from './encryption.ts'
import { type Manifest, manifestFormat, members, type WaitingJob } from './manifest.ts'
import { listPictureFiles, readPictureFiles } from './picture-files.ts'
import { createPictureCollector } from './picture-names.ts'
import { openCopySession, openSnapshot } from './snapshot.ts'
import { type CopiedTable, copyOut, listCopiedTables, readSequences } from './tables.ts'

export interface CreateOptions {
  url: string
  /** The whole path of the new file. */
  file: string
  encryption: Encryption
  /** Null: the backup has none. */
  pictures: PictureStore | null
  /** What opens the secrets in the database; only an encrypted file holds it. */
  secretsKey?: Buffer | undefined
}

/** Writes one file that holds the shop as it was in one moment, while the shop goes on. */
export async function createBackup(options: CreateOptions): Promise<Manifest> {
  const { url, file } = options
  const lock = await openCopySession(url)
  try {
    const { rows } = await lock.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      advisoryLocks.backup,
    ])
    if (!rows[0]?.got) throw new BackupFault('Another backup of this shop is being made.')
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await removeUnfinished(dirname(file))
    const unfinished = join(dirname(file), `.${basename(file)}${unfinishedEnd}`)
    const snapshot = await openSnapshot(url, Math.min(3, spareProcessors()))
    try {
      await refuseHalfMigrated(snapshot.clients[0])
      const manifest = await write(unfinished, snapshot.clients, options)
      await rename(unfinished, file)
      await syncFolder(dirname(file))
      return manifest
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    } finally {
      await snapshot.close()
    }
  } finally {
    await lock.end()
  }
}

const unfinishedEnd = '.minmin-part'

/** What a run that was killed has left; a folder belongs to one shop. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(unfinishedEnd)) await rm(join(folder, name), { force: true })
  }
}

/** The tables are read twice: first for their books, which come first in the file, then as members. */
async function write(
  path: string,
  clients: [pg.Client, ...pg.Client[]],
  { encryption, pictures, secretsKey }: CreateOptions,
): Promise<Manifest> {
  const [client] = clients
  const tables = await listCopiedTables(client)
  const pictureNames = new Set<string>()
  const books = await readBooks(clients, tables, pictureNames)
  const files = pictures ? await listPictureFiles(pictures, pictureNames) : undefined
  const time = await readTime(client)
  const manifest: Manifest = {
    format: manifestFormat,
    release: release(),
    time: time.toISOString(),
    migrations: await readMigrations(client),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await readSequences(client),
    books,
    rowOrder: 'bytes',
    hasPictures: pictures !== null,
    missingPictures: files?.missing ?? [],
  }
  await writeArchive(path, { ...encryption, time }, async (add) => {
    await addText(add, members.manifest, manifest)
    await addText(add, members.jobs, await readWaitingJobs(client))
    if (secretsKey && isEncrypted(encryption)) {
      await add(members.secretsKey, secretsKey.length, secretsKey)
    }
    for (const table of tables) {
      const size = books.tables[table.name]?.bytes ?? 0
      await add(`${members.tables}${table.name}.copy`, size, client.query(copyTo(copyOut(table))))
    }
    // What is left comes from the store: PostgreSQL may clean up behind the shop again.
    await Promise.all(clients.map((one) => one.query('commit')))
    if (!pictures || !files) return
    for await (const { file, bytes } of readPictureFiles(pictures, files.present)) {
      if (!bytes) throw new BackupFault(`The picture ${file} went away meanwhile.`)
      await add(`${members.pictures}${file}`, bytes.length, bytes)
    }
  })
  return manifest
}

/** The schema of a backup is made by whole migrations. */
async function refuseHalfMigrated(client: pg.ClientBase): Promise<void> {
  const known = await client.query(
    `select where to_regclass('drizzle.unfinished_migrations') is not null`,
  )
  if (known.rowCount === 0) return
  const { rowCount } = await client.query('select from drizzle.unfinished_migrations')
  if (rowCount) throw new BackupFault('A migration is under way: make the backup after it.')
}

/** Each connection takes the next table; the largest tables are read side by side. */
async function readBooks(
  clients: readonly pg.Client[],
  tables: readonly CopiedTable[],
  pictureNames: Set<string>,
): Promise<Books> {
  const waiting = [...tables]
  const found = new Map<string, Books['tables'][string]>()
  await Promise.all(
    clients.map(async (client) => {
      for (let table = waiting.shift(); table; table = waiting.shift()) {
        const collector = createPictureCollector()
        found.set(table.name, await readTableBooks(client, table, collector.add))
        for (const name of collector.names) pictureNames.add(name)
      }
    }),
  )
  const [client] = clients
  if (!client) throw new Error('a snapshot has no connection')
  const inOrder = tables.flatMap(({ name }) => {
    const books = found.get(name)
    return books ? [[name, books] as const] : []
  })
  return { sums: await readSums(client), tables: Object.fromEntries(inOrder) }
}

async function readTime(client: pg.ClientBase): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>('select now() as at')
  return rows[0]?.at ?? new Date()
}

async function readMigrations(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ made_at: string }>(
    'select created_at::text as made_at from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ made_at }) => Number(made_at))
}

/** One that runs at this moment has not ended: it waits, too. */
async function readWaitingJobs(client: pg.ClientBase): Promise<WaitingJob[]> {
  const { rows } = await client.query<{ job: WaitingJob }>(
    `select json_build_object('name', name, 'data', coalesce(data, '{}'), 'startAfter', start_after,
       'priority', priority, 'retryLimit', retry_limit, 'retryDelay', retry_delay,
       'expireInSeconds', expire_seconds, 'deleteAfterSeconds', deletion_seconds) as job
     from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'
     order by created_on, id`,
  )
  return rows.map(({ job }) => job)
}

async function addText(add: AddMember, name: string, value: unknown): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
  await add(name, text.length, text)
}

/** So that the name of the file survives a power failure, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
