import { chown, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, binary } from './binaries.ts'
import type { ClusterPlace } from './cluster-place.ts'
import { type Account, runAs } from './run-as.ts'

const unfinishedPrefix = 'postgres.init-'

// Starting values for an operator to change in postgresql.conf or with ALTER SYSTEM.
const initialSettings = [
  'shared_buffers=192MB',
  'max_connections=100',
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

// The superuser has no password and is only for who can become the account that owns the files.
const hostBasedAuthentication = `# The shop comes with its password, an operator as the system's user postgres.
local all minmin scram-sha-256
local all postgres peer
`

interface Init {
  binaries: Binaries
  account: Account | undefined
  place: ClusterPlace
  password: string
  durable: boolean
}

/** Makes the cluster beside its place and moves it there whole: a start cut short leaves none. */
export async function initCluster({ binaries, account, place, password, durable }: Init) {
  await removeUnfinished(place.home)
  const unfinished = await mkdtemp(join(place.home, unfinishedPrefix))
  try {
    if (account) await chown(unfinished, account.uid, account.gid)
    const data = join(unfinished, 'data')
    await initdb({ binaries, account, data, durable })
    await writeFile(join(data, 'pg_hba.conf'), hostBasedAuthentication)
    await runAlone({
      binaries,
      account,
      cluster: data,
      statements: [
        `CREATE ROLE minmin LOGIN CREATEDB PASSWORD ${quote(password)}`,
        'CREATE DATABASE minmin OWNER minmin',
      ],
    })
    await rename(data, place.cluster)
    if (durable) await syncFolder(place.home)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** A cluster that has outlived its password file gets the new password. */
export async function resetPassword({
  binaries,
  account,
  place,
  password,
}: Omit<Init, 'durable'>): Promise<void> {
  await runAlone({
    binaries,
    account,
    cluster: place.cluster,
    statements: [`ALTER ROLE minmin PASSWORD ${quote(password)}`],
  })
}

/** Runs statements as the superuser on a cluster that is not running. */
async function runAlone({
  binaries,
  account,
  cluster,
  statements,
}: {
  binaries: Binaries
  account: Account | undefined
  cluster: string
  statements: string[]
}): Promise<void> {
  const args = ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres']
  const input = statements.map((statement) => `${statement};\n`).join('')
  const { code, output } = await runAs(account, binary(binaries, 'postgres'), args, input)
  if (code !== 0)
    throw new Error(`PostgreSQL could not be prepared (exit code ${code}).\n${output}`)
}

async function initdb({
  binaries,
  account,
  data,
  durable,
}: Pick<Init, 'binaries' | 'account' | 'durable'> & { data: string }): Promise<void> {
  // The built-in provider sorts by code point and knows Unicode's letters, the same on every machine.
  const args = ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  args.push('--data-checksums', '--no-instructions')
  if (!durable) args.push('--no-sync')
  for (const setting of initialSettings) args.push('-c', setting)
  const { code, output } = await runAs(account, binary(binaries, 'initdb'), args)
  if (code !== 0) throw new Error(`initdb failed (exit code ${code}).\n${output}`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    // An initdb whose server was killed may still be writing there; the next start tries again.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
