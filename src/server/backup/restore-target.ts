import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { BackupFault } from './backup-fault.ts'

/** A file and a schema: wherever a restore was killed, a start sees one of them. */
const markerFile = (dataDir: string) => join(dataDir, 'restore.unfinished')
const markerSchema = 'minmin_restore'
/** What a new volume may bring. */
const ignoredEntries = new Set(['lost+found'])

export const unfinishedRestore =
  'A restore was not finished here. Run it again with the same file: npm run restore -- FILE'

export function isRestoreUnfinishedIn(dataDir: string): boolean {
  return existsSync(markerFile(dataDir))
}

export async function isRestoreUnfinished(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'minmin start' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await isRestoreUnfinishedOver(client)
  } finally {
    await client.end()
  }
}

export async function isRestoreUnfinishedOver(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    'select to_regnamespace($1) is not null as is_there',
    [markerSchema],
  )
  return rows[0]?.is_there ?? false
}

/** Refuses a folder that holds anything but an unfinished restore; true: it was not marked yet. */
export async function claimFolder(dataDir: string): Promise<boolean> {
  await mkdir(dataDir, { recursive: true })
  const isNew = !isRestoreUnfinishedIn(dataDir)
  const entries = (await readdir(dataDir)).filter((name) => !ignoredEntries.has(name))
  if (isNew && entries.length > 0) {
    throw new BackupFault(`${dataDir} is not empty: a restore overwrites nothing.`, {
      exitCode: 'targetInUse',
    })
  }
  await writeFile(markerFile(dataDir), `${new Date().toISOString()}\n`, { flush: true })
  return isNew
}

export async function releaseFolder(dataDir: string): Promise<void> {
  await rm(markerFile(dataDir), { force: true })
}

/** Refuses a database that holds anything but an unfinished restore; empties and marks that one. */
export async function claimDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ got: boolean; is_unfinished: boolean }>(
    `select pg_try_advisory_lock($1) as got, to_regnamespace($2) is not null as is_unfinished`,
    [advisoryLocks.restore, markerSchema],
  )
  const [state] = rows
  if (!state?.got) {
    throw new BackupFault('Another restore is writing to this database.', {
      exitCode: 'targetInUse',
    })
  }
  if (state.is_unfinished) {
    await endOtherSessions(client)
    return emptyDatabase(client)
  }
  if (await holdsAnything(client)) {
    throw new BackupFault('The database is not empty: a restore overwrites nothing.', {
      exitCode: 'targetInUse',
    })
  }
  await client.query(`create schema ${markerSchema}`)
}

export async function releaseDatabase(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema ${markerSchema}`)
}

const ofNoExtension = `not exists (select from pg_depend
  where pg_depend.objid = object.oid and deptype = 'e')`

async function holdsAnything(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class as object join pg_namespace on pg_namespace.oid = relnamespace
     where nspname !~ '^pg_' and nspname <> 'information_schema' and ${ofNoExtension} limit 1`,
  )
  return (rowCount ?? 0) > 0
}

/** A statement of the restore that was killed may still run, and commit what is dropped here. */
async function endOtherSessions(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  )
}

/**
 * Only what a restore makes: the schema `public` itself may belong to another role. Tables come first,
 * since a sequence of a column goes with its table alone; a view that reads no table goes with none.
 */
async function emptyDatabase(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema if exists pgboss cascade')
  await client.query('drop schema if exists drizzle cascade')
  const { rows } = await client.query<{ statement: string }>(
    `select 1 as turn, format('drop table if exists public.%I cascade', relname) as statement
     from pg_class as object
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${ofNoExtension}
     union all
     select 2, format('drop view if exists public.%I cascade', relname)
     from pg_class as object
     where relnamespace = 'public'::regnamespace and relkind = 'v' and ${ofNoExtension}
     union all
     select 3, format('drop sequence if exists public.%I cascade', relname)
     from pg_class as object
     where relnamespace = 'public'::regnamespace and relkind = 'S' and ${ofNoExtension}
     union all
     select 4, format('drop routine if exists %s cascade', oid::regprocedure)
     from pg_proc as object where pronamespace = 'public'::regnamespace and ${ofNoExtension}
     union all
     select 5, format('drop type if exists public.%I cascade', typname) from pg_type as object
     where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and ${ofNoExtension}
     order by turn`,
  )
  for (const { statement } of rows) await client.query(statement)
}
