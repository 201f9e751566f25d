import { hash } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { migrationsFolder } from '../db/migrate.ts'
import { release } from '../release.ts'
import type { PictureStore } from '../uploads/store.ts'
import {
  type AddMember,
  type Manifest,
  manifestFormat,
  manifestName,
  pictureFolder,
  schemaName,
  writeArchive,
} from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import { type Encryption, isEncrypted } from './encryption.ts'
import { pictureNamesIn, readPictures } from './pictures.ts'
import { listCopiedTables, openCopySession, readPieces, readTableBooks } from './tables.ts'

const lockWithinMs = 3_000

interface CreateOptions {
  url: string
  /** The whole path of the new file. */
  file: string
  encryption: Encryption
  pictures: PictureStore
  /** Decrypts the secrets in the database; only an encrypted file holds it. */
  secretsKey?: Buffer | undefined
}

/** Writes one file that holds the shop as it was in one moment, while the shop goes on. */
export async function createBackup(options: CreateOptions): Promise<Manifest> {
  const { url, file, encryption } = options
  // The file of a killed run gives way to the next one: a folder belongs to one shop.
  const unfinished = join(dirname(file), '.minmin-part')
  const client = await openCopySession(url)
  try {
    await lockBackups(client)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await rm(unfinished, { force: true })
    try {
      const write = (add: AddMember) => addShop(client, add, options)
      const manifest = await writeArchive(unfinished, encryption, write)
      await rename(unfinished, file)
      return manifest
    } finally {
      await rm(unfinished, { force: true })
    }
  } finally {
    await client.end()
  }
}

async function lockBackups(client: pg.ClientBase): Promise<void> {
  const lock = `select where pg_try_advisory_lock(${advisoryLocks.backup})`
  // PostgreSQL takes a moment to end the session of one that has just failed.
  for (const giveUpAt = Date.now() + lockWithinMs; ; await delay(100)) {
    if ((await client.query(lock)).rowCount === 1) return
    if (Date.now() > giveUpAt) throw new BackupFault('Another backup of this shop is being made.')
  }
}

async function addShop(
  client: pg.ClientBase,
  add: AddMember,
  { encryption, pictures, secretsKey }: CreateOptions,
): Promise<Manifest> {
  const sums: Manifest['sums'] = {}
  const addSummed: AddMember = async (name, bytes) => {
    sums[name] = hash('sha256', bytes)
    await add(name, bytes)
  }
  await client.query('begin transaction isolation level repeatable read read only')
  // The schema of a backup is made by whole migrations.
  const halves = await client.query('select from drizzle.unfinished_migrations')
  if (halves.rowCount) throw new BackupFault('A migration is under way: make the backup after it.')
  await addSummed(schemaName, await readFile(join(migrationsFolder, schemaName)))
  const tables: Manifest['tables'] = []
  const pictureNames = new Set<string>()
  for (const table of await listCopiedTables(client)) {
    let pieces = 0
    for await (const piece of readPieces(client, table)) {
      for (const name of pictureNamesIn(piece)) pictureNames.add(name)
      await addSummed(`tables/${table.name}/${++pieces}.copy`, piece)
    }
    tables.push({ ...table, ...(await readTableBooks(client, table)) })
  }
  const { rows } =
    await client.query<Pick<Manifest, 'time' | 'migration' | 'sequences' | 'jobs'>>(besideTables)
  const [state] = rows
  if (!state) throw new Error('the database tells no time')
  // Pictures come from the store: PostgreSQL may clean up behind the shop again.
  await client.query('commit')
  const addPicture: AddMember = (file, bytes) => addSummed(`${pictureFolder}${file}`, bytes)
  const manifest: Manifest = {
    format: manifestFormat,
    release: release(),
    ...state,
    tables,
    ...(secretsKey && isEncrypted(encryption) && { secretsKey: secretsKey.toString('base64') }),
    missingPictures: await readPictures(pictures, pictureNames, addPicture),
    sums,
  }
  await add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
  return manifest
}

/**
 * Sequences are no part of a snapshot: read after it began, none is behind the rows. A job that runs
 * at this moment has not ended: it waits, too.
 */
const besideTables = `
  select to_json(now()) #>> '{}' as time,
    (select max(created_at)::float from drizzle.__drizzle_migrations) as migration,
    (select coalesce(json_agg(json_build_object('name', sequencename, 'last', last_value::text)), '[]')
     from pg_sequences where schemaname = 'public' and last_value is not null) as sequences,
    (select coalesce(json_agg(json_build_object('name', name, 'data', coalesce(data, '{}'),
       'startAfter', start_after, 'priority', priority, 'retryLimit', retry_limit,
       'retryDelay', retry_delay, 'expireInSeconds', expire_seconds,
       'deleteAfterSeconds', deletion_seconds) order by created_on, id), '[]')
     from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%')
       as jobs`
