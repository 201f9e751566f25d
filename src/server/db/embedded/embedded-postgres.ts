import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { prepareCluster, readPassword, recoverCluster } from './cluster.ts'
import { waitForCluster } from './cluster-lock.ts'
import {
  findAccount,
  installedPrograms,
  knownPlace,
  reachablePlace,
  reachablePrograms,
} from './place.ts'
import { isListening, readPostmasterFile, supervise } from './postmaster.ts'
import { openServerLog } from './server-log.ts'

/** Where root puts what PostgreSQL's own user has to reach. */
export const sharedFolder = '/var/lib/minmin'

export interface EmbeddedPostgres {
  url: string
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: (line: string) => void
  /** Off for tests only: such a database does not survive a crash of the machine. */
  durable?: boolean
  /** How long it waits for another server to let the folder go. */
  waitMs?: number
  /** Another place than `sharedFolder`. */
  sharedRoot?: string
}

/** The shop's own PostgreSQL, run for as long as the server lives, with its data under `dataDir`. */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
  waitMs = 0,
  sharedRoot = sharedFolder,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  const known = await knownPlace(dataDir)
  const account = await findAccount(known.cluster)
  const place = await reachablePlace(known, account, sharedRoot)
  const held = new AsyncDisposableStack()
  try {
    held.defer(await waitForCluster(`${place.cluster}.lock`, { waitMs, log }))
    const programs = await reachablePrograms(installedPrograms(), { account, sharedRoot, log })
    const installation = { ...place, account, programs, durable, log }
    const password = await prepareCluster(installation)
    // A new one for each start: short enough for a socket's address, and never taken.
    const socketFolder = await mkdtemp('/tmp/minmin-')
    held.defer(() => rm(socketFolder, { recursive: true, force: true }))
    if (account) await chown(socketFolder, account.uid, account.gid)
    const serverLog = openServerLog(place.dataDir)
    held.defer(() => serverLog.close())
    held.defer(await supervise({ ...installation, socketFolder, serverLog }))
    return { url: connectionString(password, socketFolder), stop: () => held.disposeAsync() }
  } catch (error) {
    await held.disposeAsync()
    throw error
  }
}

/**
 * Makes the cluster of `dataDir`, in which there is none, from a copy and what its log tells since.
 *
 * @param fill writes the copy, and answers the command by which PostgreSQL gets a piece of its log
 * @returns the time of the last transaction that the log told of, if it told of any
 */
export async function restoreEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  fill: (cluster: string) => Promise<string>
}): Promise<string | undefined> {
  const { dataDir, log, fill } = options
  const known = await knownPlace(dataDir)
  const account = await findAccount(known.cluster)
  const place = await reachablePlace(known, account, sharedFolder)
  const unlock = await waitForCluster(`${place.cluster}.lock`, { waitMs: 0, log })
  try {
    const shared = { account, sharedRoot: sharedFolder, log }
    const programs = await reachablePrograms(installedPrograms(), shared)
    await mkdir(place.cluster, { mode: 0o700 })
    const restoreCommand = await fill(place.cluster)
    await chmod(place.cluster, 0o700)
    const installation = { ...place, account, programs, durable: true, log }
    return await recoverCluster(installation, restoreCommand)
  } finally {
    unlock()
  }
}

/** Whether a start would find a database here, or somebody is making one, without touching anything. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  if (!existsSync(dataDir)) return false
  const { cluster, pointer } = await knownPlace(dataDir)
  return [cluster, pointer, `${cluster}.lock`].some((path) => existsSync(path))
}

/** The address of the PostgreSQL that a live server runs on this data folder. */
export async function locateRunningPostgres(dataDir: string): Promise<string | undefined> {
  if (!existsSync(dataDir)) return undefined
  const place = await knownPlace(dataDir)
  const file = await readPostmasterFile(place.cluster)
  const password = await readPassword(place)
  if (!file?.isReady || !password || !(await isListening(file.socketFolder))) return undefined
  return connectionString(password, file.socketFolder)
}

function connectionString(password: string, socketFolder: string): string {
  const host = encodeURIComponent(socketFolder)
  return `postgres://minmin:${encodeURIComponent(password)}@localhost/minmin?host=${host}`
}
