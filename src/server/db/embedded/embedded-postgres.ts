import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { accountFor } from './account.ts'
import { installedBinaries, usableBinaries } from './binaries.ts'
import { lockCluster } from './cluster-lock.ts'
import { choosePlace, knownPlace } from './cluster-place.ts'
import { type PostmasterOptions, socketFolderPrefix } from './postmaster.ts'
import { prepareCluster, refuseForeignCluster } from './prepare-cluster.ts'
import { connectionString } from './running-postgres.ts'
import { openServerLog } from './server-log.ts'
import { supervise } from './supervise.ts'

export interface EmbeddedPostgres {
  url: string
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  log: (line: string) => void
  /** Off for tests only: such a database does not survive a crash of the machine. */
  durable?: boolean
  /** Where root may put what PostgreSQL's own user has to reach. */
  sharedRoot?: string
}

/** The shop's own PostgreSQL, run for as long as the server lives, with its data under `dataDir`. */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
  sharedRoot = '/var/lib/minmin',
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  const known = await knownPlace(dataDir)
  await refuseForeignCluster(known)
  const installed = installedBinaries()
  const account = await accountFor(known.cluster)
  const place = await choosePlace({ known, account, sharedRoot })
  const unlock = lockCluster(join(place.home, 'postgres.lock'))
  try {
    const binaries = await usableBinaries({ installed, account, sharedRoot, log })
    const password = await prepareCluster({ binaries, account, place, durable, log })
    const parts = { binaries, account, cluster: place.cluster, durable }
    const { socketFolder, stop } = await run({ parts, dataDir: place.dataDir, log, unlock })
    return { url: connectionString({ password, socketFolder }), stop }
  } catch (error) {
    unlock()
    throw error
  }
}

async function run({
  parts,
  dataDir,
  log,
  unlock,
}: {
  parts: Omit<PostmasterOptions, 'socketFolder' | 'serverLog'>
  dataDir: string
  log: (line: string) => void
  unlock: () => void
}) {
  const { account } = parts
  // A new one for each start: short enough for a socket's address, and never taken.
  const socketFolder = await mkdtemp(socketFolderPrefix)
  if (account) await chown(socketFolder, account.uid, account.gid)
  const serverLog = openServerLog(dataDir)
  const onEnd = async () => {
    serverLog.close()
    await rm(socketFolder, { recursive: true, force: true })
    unlock()
  }
  const stop = await supervise({ options: { ...parts, socketFolder, serverLog }, log, onEnd })
  return { socketFolder, stop }
}
