import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { type Account, type Installation, type Place, runAs } from './place.ts'
import { stopLeftover } from './postmaster.ts'

// Starting values for an operator to change in postgresql.conf or with ALTER SYSTEM.
const initialSettings = [
  'random_page_cost=1.1',
  'effective_io_concurrency=64',
  'max_wal_size=2GB',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_line_prefix=%m [%p] %q%u@%d ',
  'log_lock_waits=on',
  'log_min_duration_statement=1s',
  // The values of a slow statement are people's names and addresses.
  'log_parameter_max_length=0',
]

// The superuser has no password: only the system user that owns the files can connect as it.
const hostBasedAuthentication = `# The shop comes with its password, an operator as the system's user postgres.
local all minmin scram-sha-256
local all postgres peer
`

/**
 * An eighth of the memory that a container or the machine has, in MB: the system's own cache, the
 * shop and its backups share the rest. PostgreSQL takes it as its tables grow, not at once.
 */
function sharedBuffers(): number {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  const share = Math.floor(Math.min(limit, totalmem()) / 8 / 2 ** 20)
  return Math.min(Math.max(share, 192), 4096)
}

/** Creates the cluster where there is none yet, and answers with the shop's password for it. */
export async function prepareCluster(installation: Installation): Promise<string> {
  const { dataDir, cluster, passwordFile, pointer, log } = installation
  const exists = await hasCluster(installation)
  const isOutside = dirname(cluster) !== dataDir
  if (exists && isOutside && !existsSync(pointer)) {
    throw new Error(
      `${cluster} holds the database of a data folder that was deleted. Move it away to begin with ` +
        `an empty database, or write its path to ${pointer} to go on with it.`,
    )
  }
  const known = await readPassword(installation)
  if (exists && !existsSync(rightsFileOf(cluster))) await grantRights(installation)
  if (exists && known) return known
  const password = randomBytes(24).toString('base64url')
  if (exists) {
    log('The file with the password of the database was gone: setting a new one')
    await stopLeftover(installation)
    await runAlone(installation, cluster, { statements: setPassword(password) })
  } else {
    log(`Creating the database (the first start only) in ${cluster}`)
    await initCluster(installation, password)
    if (isOutside) await writeFile(pointer, `${cluster}\n`)
  }
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  return password
}

/** Refuses data that this PostgreSQL cannot open, before anything is touched. */
async function hasCluster({ cluster, programs }: Installation): Promise<boolean> {
  if (!existsSync(cluster) || (await readdir(cluster)).length === 0) return false
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const major = String(Number.parseInt(programs.version, 10))
  if (found === major) return true
  if (found === '') throw new Error(`${cluster} is not empty, yet holds no database.`)
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${found}, this version of the shop brings ` +
      `PostgreSQL ${major}. Nothing was changed. Export it with the version that made it and import ` +
      'it here, or let DATABASE_URL name a server of that version.',
  )
}

/** Creates the cluster beside its place and moves it there whole: a start cut short leaves none. */
async function initCluster(installation: Installation, password: string): Promise<void> {
  const { cluster, account, programs, durable } = installation
  const home = dirname(cluster)
  for (const name of await readdir(home)) {
    if (!name.startsWith('postgres.init-')) continue
    // An initdb whose server was killed may still be writing there; the next start tries again.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
  const unfinished = await mkdtemp(join(home, 'postgres.init-'))
  try {
    if (account) await chown(unfinished, account.uid, account.gid)
    const data = join(unfinished, 'data')
    // The built-in provider sorts by code point and knows Unicode's letters, the same on every machine.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const args = ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', ...locale]
    // Commits wait while PostgreSQL zero-fills a new WAL segment: 60 ms at the default of 16 MB.
    args.push('--wal-segsize=4')
    args.push('--data-checksums', '--no-instructions', ...(durable ? [] : ['--no-sync']))
    // The tables of tests are small: more would only be prepared, and searched at each DROP.
    const buffers = durable ? sharedBuffers() : 128
    const settings = [`shared_buffers=${buffers}MB`, ...initialSettings]
    for (const setting of settings) args.push('-c', setting)
    const { ok, output } = await runAs(account, join(programs.folder, 'bin', 'initdb'), args)
    if (!ok) throw new Error(`initdb failed.\n${output}`)
    await writeFile(join(data, 'pg_hba.conf'), hostBasedAuthentication)
    const createRole = `CREATE ROLE minmin LOGIN CREATEDB PASSWORD '${password}';\n`
    const createDatabase = 'CREATE DATABASE minmin OWNER minmin;\n'
    // A database has the grants of the template that it is made from.
    const made = { database: 'template1', statements: `${createRole}${rights}${createDatabase}` }
    await runAlone(installation, data, made)
    await writeFile(rightsFileOf(data), '')
    await rename(data, cluster)
    // Without it, a power cut could undo the move.
    if (durable) await open(home).then((folder) => folder.sync().finally(() => folder.close()))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

const setPassword = (password: string) => `ALTER ROLE minmin PASSWORD '${password}';\n`

/** The shop is no superuser, and copies the cluster while it runs. */
const rights = ['pg_backup_start(text, boolean)', 'pg_backup_stop(boolean)', 'pg_switch_wal()']
  .map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO minmin;\n`)
  .join('')
const rightsFileOf = (cluster: string) => join(cluster, 'minmin.rights')

/** For a cluster of a release before these rights. */
async function grantRights(installation: Installation): Promise<void> {
  const { cluster } = installation
  await stopLeftover(installation)
  await runAlone(installation, cluster, { database: 'minmin', statements: rights })
  await writeFile(rightsFileOf(cluster), '')
}

/**
 * Brings a copied cluster to the last moment that its log tells of, with a new password for the shop.
 *
 * @param restoreCommand of PostgreSQL, which fetches a piece of the log
 * @returns the time of the last transaction that the log told of, if it told of any
 */
export async function recoverCluster(
  installation: Installation,
  restoreCommand: string,
): Promise<string | undefined> {
  const { dataDir, cluster, passwordFile, pointer } = installation
  await writeFile(join(cluster, 'recovery.signal'), '')
  await giveTo(installation.account, cluster)
  const password = randomBytes(24).toString('base64url')
  const said = await runAlone(installation, cluster, {
    statements: setPassword(password),
    // Without others to be served meanwhile: in a process alone PostgreSQL cannot do that.
    settings: [`restore_command=${restoreCommand}`, 'hot_standby=off'],
  })
  if (dirname(cluster) !== dataDir) await writeFile(pointer, `${cluster}\n`)
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  return /last completed transaction was at log time (.*)/.exec(said)?.[1]
}

async function giveTo(account: Account, folder: string): Promise<void> {
  if (!account) return
  const names = await readdir(folder, { recursive: true })
  for (const path of [folder, ...names.map((name) => join(folder, name))]) {
    await chown(path, account.uid, account.gid)
  }
}

/** Runs statements, one a line, as the superuser on a cluster that is not running. */
async function runAlone(
  { account, programs }: Installation,
  data: string,
  options: { statements: string; database?: string; settings?: string[] },
): Promise<string> {
  const { statements, database = 'postgres', settings = [] } = options
  const chosen = ['exit_on_error=on', ...settings].flatMap((setting) => ['-c', setting])
  const args = ['--single', '-D', data, ...chosen, database]
  const program = join(programs.folder, 'bin', 'postgres')
  const { ok, output } = await runAs(account, program, args, statements)
  if (!ok) throw new Error(`PostgreSQL could not be prepared.\n${output}`)
  return output
}

export async function readPassword({ passwordFile }: Place): Promise<string | undefined> {
  return (existsSync(passwordFile) && (await readFile(passwordFile, 'utf8')).trim()) || undefined
}
