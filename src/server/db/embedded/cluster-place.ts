import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, canEnter } from './run-as.ts'

/** `home` is the folder that holds the cluster: DATA_DIR, unless PostgreSQL's user may not enter it. */
export interface ClusterPlace {
  dataDir: string
  home: string
  cluster: string
  pointer: string
}

export async function knownPlace(dataDir: string): Promise<ClusterPlace> {
  const real = await realpath(dataDir)
  const pointer = join(real, 'postgres.location')
  const elsewhere = await readFile(pointer, 'utf8').catch(() => '')
  return place(real, elsewhere.trim() === '' ? real : dirname(elsewhere.trim()))
}

/** Where the cluster is or is to be, reachable for the account. */
export async function choosePlace({
  known,
  account,
  sharedRoot,
}: {
  known: ClusterPlace
  account: Account | undefined
  sharedRoot: string
}): Promise<ClusterPlace> {
  if (existsSync(known.pointer) && !existsSync(known.cluster)) {
    throw new Error(
      `${known.pointer} says that the database is in ${known.cluster}, but it is not there. ` +
        'Bring it back, or delete that file to begin with an empty database.',
    )
  }
  if (!account || (await canEnter(account, known.home))) return known
  if (existsSync(known.cluster)) {
    throw new Error(
      `The database in ${known.cluster} cannot be reached by its owner (user ${account.uid}) any ` +
        'more: give the folders above it the permission to be entered (chmod o+x).',
    )
  }
  const name = createHash('sha256').update(known.dataDir).digest('hex').slice(0, 16)
  const home = join(sharedRoot, name)
  await mkdir(sharedRoot, { recursive: true, mode: 0o755 })
  await mkdir(home, { recursive: true, mode: 0o711 })
  if (await canEnter(account, home)) return place(known.dataDir, home)
  throw new Error(
    `PostgreSQL's user (${account.uid}) may enter neither ${known.dataDir} nor ${home}. ` +
      'Set DATA_DIR to a folder that it may enter, or name a database with DATABASE_URL.',
  )
}

export function isElsewhere({ home, dataDir }: ClusterPlace): boolean {
  return home !== dataDir
}

/**
 * A cluster at the outside place that DATA_DIR knows nothing of belonged to a DATA_DIR that was
 * deleted. It is put aside, never adopted and never destroyed.
 */
export async function quarantineOrphanedCluster(
  { home, dataDir, cluster, pointer }: ClusterPlace,
  log: (line: string) => void,
): Promise<void> {
  if (home === dataDir || existsSync(pointer) || !existsSync(cluster)) return
  const aside = `${cluster}.before-${new Date().toISOString().replaceAll(/[^\d]/g, '')}`
  await rename(cluster, aside)
  log(`An earlier database of this folder is kept in ${aside}`)
}

export async function rememberPlace(
  { cluster, pointer }: ClusterPlace,
  log: (line: string) => void,
): Promise<void> {
  await writeFile(pointer, `${cluster}\n`)
  log(`PostgreSQL's user may not enter the data folder: the database is in ${cluster}`)
}

/** Refuses data that this PostgreSQL cannot open, before anything is touched. */
export async function hasCluster({ cluster }: ClusterPlace, major: number): Promise<boolean> {
  const files = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (files.length === 0) return false
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (found === String(major)) return true
  if (found === '') throw new Error(`${cluster} is not empty, yet holds no database.`)
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${found}; this version of the shop brings ` +
      `PostgreSQL ${major}. Nothing was changed. Export it with the version that made it and ` +
      'import it here, or let DATABASE_URL name a server of that version.',
  )
}

function place(dataDir: string, home: string): ClusterPlace {
  return {
    dataDir,
    home,
    cluster: join(home, 'postgres'),
    pointer: join(dataDir, 'postgres.location'),
  }
}
