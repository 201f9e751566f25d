import pg from 'pg'
import { migrationsFolder } from './migrate.ts'
import { readJournal } from './migration-steps.ts'

/** The settings and migrations of the database, checked once before the process serves. */
export interface DatabaseState {
  /** Settings under which a commit that was answered may be lost. */
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  /** How far the clock of this machine is from that of the database. */
  clockAheadMs: number
  /** When each migration was made: those that the database has had, and those that we know. */
  appliedMigrations: number[]
  knownMigrations: { when: number; tag: string }[]
  /** One that stopped between two of its steps. */
  unfinishedMigrations: number[]
}

export interface DatabaseFault {
  text: string
  /** A shop for real customers does not start with it; any other fault is logged. */
  isFatal: boolean
}

const toleratedSkewMs = 60_000

export function databaseFaults(state: DatabaseState): DatabaseFault[] {
  const faults: DatabaseFault[] = []
  const fatal = (text: string) => faults.push({ text, isFatal: true })
  if (state.fsync !== 'on') fatal('fsync is off: a power failure destroys the database.')
  if (state.fullPageWrites !== 'on') {
    fatal('full_page_writes is off: a power failure may destroy pages of the database.')
  }
  if (state.synchronousCommit === 'off') {
    fatal('synchronous_commit is off: orders that were confirmed may be lost.')
  }
  if (Math.abs(state.clockAheadMs) > toleratedSkewMs) {
    const seconds = Math.round(state.clockAheadMs / 1_000)
    fatal(`The clocks differ: this machine is ${seconds} s ahead of the database.`)
  }
  const applied = new Set(state.appliedMigrations)
  const missing = state.knownMigrations.filter(({ when }) => !applied.has(when))
  const unfinished = missing.find(({ when }) => state.unfinishedMigrations.includes(when))
  if (unfinished) {
    fatal(`The migration ${unfinished.tag} stopped half way: start the shop again to finish it.`)
  } else if (missing.length > 0) {
    const names = missing.map(({ tag }) => tag).join(', ')
    fatal(`The database lacks ${names}: the migration failed, or belongs to another branch.`)
  }
  const newestKnown = Math.max(...state.knownMigrations.map(({ when }) => when))
  if (state.appliedMigrations.some((madeAt) => madeAt > newestKnown)) {
    // Nodes of the previous version go on during an upgrade, and after a rollback.
    const text = 'The database has had migrations of a newer version than this one.'
    faults.push({ text, isFatal: false })
  }
  return faults
}

/** Looks at a migrated database. */
export async function readDatabaseState(url: string): Promise<DatabaseState> {
  const client = new pg.Client({ connectionString: url, application_name: 'minmin start' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await readDatabaseStateOver(client)
  } finally {
    await client.end()
  }
}

export async function readDatabaseStateOver(client: pg.ClientBase): Promise<DatabaseState> {
  const askedAt = Date.now()
  const settings = await client.query<{
    fsync: string
    pages: string
    commit: string
    now: string
  }>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('synchronous_commit') as commit,
        extract(epoch from clock_timestamp()) * 1000 as now`,
  )
  const answeredAt = Date.now()
  const [row] = settings.rows
  if (!row) throw new Error('the database does not tell its settings')
  const applied = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations',
  )
  const unfinished = await client.query<{ created_at: string }>(
    'select created_at from drizzle.unfinished_migrations',
  )
  return {
    fsync: row.fsync,
    fullPageWrites: row.pages,
    synchronousCommit: row.commit,
    clockAheadMs: (askedAt + answeredAt) / 2 - Number(row.now),
    appliedMigrations: applied.rows.map((migration) => Number(migration.created_at)),
    knownMigrations: readJournal(migrationsFolder),
    unfinishedMigrations: unfinished.rows.map(({ created_at }) => Number(created_at)),
  }
}
