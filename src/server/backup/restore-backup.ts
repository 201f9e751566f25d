import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { withLongStatements } from '../db/connect.ts'
import { migrate, migrationsFolder } from '../db/migrate.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import { queueOptions } from '../jobs/queue-options.ts'
import { deleteAccountAgain, eraseAgain } from '../privacy/erase-for-good.ts'
import { findErased, readLedger } from '../privacy/erasure-ledger.ts'
import { rekeySecrets } from '../secrets/kept-secrets.ts'
import type { PictureStore } from '../uploads/store.ts'
import {
  checkBackup,
  type Manifest,
  pictureFolder,
  readArchive,
  tableOf,
  type WaitingJob,
} from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import type { Keys } from './encryption.ts'
import { retryStoreCall } from './pictures.ts'
import { claimDatabase, releaseDatabase } from './restore-target.ts'
import { copyIn, listCopiedTables, openCopySession, readTableBooks } from './tables.ts'

interface RestoreOptions {
  file: string
  keys: Keys
  url: string
  /** Null: only the database is restored, as for a check. */
  pictures: PictureStore | null
  /** The answer of `checkBackup`; without it the file is judged here. */
  judged?: Manifest
  /** Folders that may hold the ledger of erasures. */
  ledgers?: readonly string[]
  /** Given the key of the backup, if it holds one: the key under which the shop goes on. */
  chooseKey?: (ofBackup: Buffer | undefined) => Buffer | undefined
}

/**
 * Fills an empty database from a sound backup: its schema of then, its rows, then the migrations
 * since. The shop is on hold until that is released.
 */
export async function restoreBackup(options: RestoreOptions) {
  const { file, keys, url, ledgers = [] } = options
  const manifest = options.judged ?? (await checkBackup(file, keys))
  const client = await openCopySession(url)
  try {
    await claimDatabase(client)
    await migrate(url, migrationsFolder, manifest.migration)
    await client.query('begin')
    const pictures = await load(client, manifest, options)
    await client.query('commit')
    await client.query('analyze')
    await migrate(url)
    const erasures = await repeatErasures(url, manifest, ledgers)
    await client.query('begin')
    await restoreJobs(client, manifest.jobs)
    const { secretsKey } = manifest
    const ofBackup = secretsKey === undefined ? undefined : Buffer.from(secretsKey, 'base64')
    // Accounts whose second factor no key opens.
    const closed = await rekeySecrets(client, { own: options.chooseKey?.(ofBackup), ofBackup })
    await client.query('insert into outgoing_hold (backup_at) values ($1)', [manifest.time])
    await releaseDatabase(client)
    await client.query('commit')
    return { pictures, closed, erasures }
  } finally {
    await client.end()
  }
}

/** Loads rows, sequences and pictures, and compares each table with that of the backup. */
async function load(
  client: pg.ClientBase,
  manifest: Manifest,
  { file, keys, pictures }: RestoreOptions,
): Promise<number> {
  const resumeRules = await suspendRules(client)
  const saved = new Map(manifest.tables.map((table) => [table.name, table]))
  let stored = 0
  for await (const { name, bytes } of readArchive(file, keys)) {
    const table = saved.get(tableOf(name) ?? '')
    if (table) await pipeline(Readable.from([bytes]), client.query(copyFrom(copyIn(table))))
    else if (pictures && name.startsWith(pictureFolder)) {
      const picture = { name: name.slice(pictureFolder.length), bytes }
      await retryStoreCall(() => pictures.put(picture))
      stored++
    }
  }
  for (const { name, last } of manifest.sequences) {
    const text = `select setval(format('public.%I', $1::text)::regclass, $2::bigint)`
    await client.query(text, [name, last])
  }
  await resumeRules()
  const different: string[] = []
  for (const table of await listCopiedTables(client)) {
    const found = await readTableBooks(client, table)
    const { rows, sum } = saved.get(table.name) ?? { rows: 0, sum: '0' }
    if (found.rows !== rows || found.sum !== sum) different.push(table.name)
  }
  if (different.length === 0) return stored
  throw new BackupFault(`The restored books are not those of the backup: ${different}`)
}

/**
 * Empties the tables and lets rows be loaded as they were, whatever triggers would make of them, and
 * in any order: foreign keys are made again at the end, over all rows.
 */
async function suspendRules(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ suspend: string; resume: string }>(
    `select 1 as turn, format('alter table %s drop constraint %I', conrelid::regclass, conname)
         as suspend,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) as resume
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     union all
     select 2, format('alter table %1$s disable trigger user; truncate %1$s', oid::regclass),
       format('alter table %s enable trigger user', oid::regclass)
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     order by turn`,
  )
  for (const { suspend } of rows) await client.query(suspend)
  return async () => {
    for (const { resume } of rows) await client.query(resume)
  }
}

/** Enqueues them again, in the transaction of the connection; a start updates their queues. */
export async function restoreJobs(
  client: pg.ClientBase,
  jobs: readonly WaitingJob[],
): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) },
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  const now = Date.now()
  for (const [name, ofQueue] of Map.groupBy(jobs, (job) => job.name)) {
    await boss.createQueue(name, queueOptions(defineJob({ name })))
    await boss.insert(
      name,
      // The retention counts from the start: after weeks in a file it would be over.
      ofQueue.map(({ name: _, startAfter, ...job }) => ({
        ...job,
        startAfter: new Date(Math.max(now, Date.parse(startAfter))).toISOString(),
      })),
    )
  }
}

const dayMs = 24 * 60 * 60_000

/** Carries out those erasures and deletions that are younger than the backup. */
export async function repeatErasures(
  url: string,
  { time }: Pick<Manifest, 'time'>,
  folders: readonly string[],
) {
  // One that was under way in the moment of the backup may be in it or not: its own list tells.
  const since = Date.parse(time) - dayMs
  const ledgers = await Promise.all([...new Set(folders)].map(readLedger))
  const lines = ledgers.flat().filter(({ at }) => at.getTime() > since)
  if (lines.length === 0) return { repeated: 0, unreadable: 0 }
  return withLongStatements(url, (db) =>
    transaction(db, async (tx) => {
      const { personKeys, deletedUids, unreadable } = await findErased(tx, lines)
      for (const personKey of personKeys) await eraseAgain(tx, personKey)
      for (const uid of deletedUids) await deleteAccountAgain(tx, uid)
      return { repeated: personKeys.length + deletedUids.length, unreadable }
    }),
  )
}
