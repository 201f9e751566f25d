import { isRestoreUnfinishedIn, isRestoreUnfinishedOver } from '../backup/restore-target.ts'
import { databaseFaults, readDatabaseStateOver } from '../db/database-faults.ts'
import { type Check, fault, ok, warning } from './check.ts'

const leastMajor = 15
const reserve = 0.2

async function readOne(
  client: { query: (text: string) => Promise<{ rows: unknown[] }> },
  text: string,
) {
  const { rows } = await client.query(text)
  return rows[0] as Record<string, number> | undefined
}

export const databaseChecks: Check[] = [
  {
    group: 'database',
    name: 'reachable',
    needsDatabase: false,
    run: async ({ client, databaseError }) =>
      client
        ? ok('answers')
        : fault(`does not answer (${databaseError})`, 'Start it, or mend DATABASE_URL.'),
  },
  {
    group: 'database',
    name: 'version',
    needsDatabase: true,
    fitsEmptyDatabase: true,
    async run({ client }) {
      const row =
        client &&
        (await readOne(
          client,
          `select current_setting('server_version_num')::int / 10000 as major`,
        ))
      const major = row?.major ?? 0
      return major >= leastMajor
        ? ok(`PostgreSQL ${major}`)
        : fault(`PostgreSQL ${major}`, 'Upgrade to 15 or later.')
    },
  },
  {
    group: 'database',
    name: 'a shop',
    needsDatabase: true,
    fitsEmptyDatabase: true,
    run: async ({ isEmpty }) =>
      isEmpty
        ? fault('the database is empty', 'Start the shop once, or restore a backup into it.')
        : ok('is there'),
  },
  {
    group: 'database',
    name: 'restore',
    needsDatabase: false,
    async run({ config, client }) {
      const marked = client && (await isRestoreUnfinishedOver(client))
      return marked || isRestoreUnfinishedIn(config.dataDir)
        ? fault('one was not finished', 'Run it again: npm run restore -- FILE')
        : ok('none is unfinished')
    },
  },
  {
    group: 'database',
    name: 'settings, migrations, clock',
    needsDatabase: true,
    async run({ client }) {
      if (!client) throw new Error('the check needs the database')
      const faults = databaseFaults(await readDatabaseStateOver(client))
      if (faults.length === 0) return ok('fit for real customers')
      const text = faults.map((one) => one.text).join(' ')
      const make = faults.some(({ isFatal }) => isFatal) ? fault : warning
      return make(text, 'Mend this before the next start.')
    },
  },
  {
    group: 'database',
    name: 'rights of the account',
    needsDatabase: true,
    async run({ client }) {
      const row =
        client &&
        (await readOne(
          client,
          // Of several rights in one text PostgreSQL asks for any, not for all of them.
          `select count(*)::int as n from pg_class
           where relnamespace = 'public'::regnamespace and relkind = 'r' and not (
             has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
             and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))`,
        ))
      const n = row?.n ?? 0
      return n === 0
        ? ok('may use every table')
        : fault(`may not use ${n} tables`, 'Grant them, or make it the owner.')
    },
  },
  {
    group: 'database',
    name: 'connections',
    needsDatabase: true,
    fitsEmptyDatabase: true,
    async run({ client }) {
      const row =
        client &&
        (await readOne(
          client,
          `select current_setting('max_connections')::int as most,
             (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
        ))
      const { most = 0, used = 0 } = row ?? {}
      const text = `${used} of ${most} are used`
      return used > most * (1 - reserve)
        ? warning(text, 'Raise max_connections, or lower DATABASE_POOL_SIZE.')
        : ok(text)
    },
  },
]
