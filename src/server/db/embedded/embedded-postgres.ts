import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountFor } from './account.ts'
import { installedBinaries, usableBinaries } from './binaries.ts'
import { lockCluster } from './cluster-lock.ts'
import {
  type ClusterPlace,
  choosePlace,
  hasCluster,
  isElsewhere,
  knownPlace,
  putForgottenClusterAside,
  rememberPlace,
} from './cluster-place.ts'
import { initCluster, resetPassword } from './init-cluster.ts'
import { createPassword, readPassword } from './password.ts'
import { SOCKET_FOLDER_PREFIX, stopLeftover } from './postmaster.ts'
import { connectionString } from './running-postgres.ts'
import { openServerLog } from './server-log.ts'
import { supervise } from './supervise.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

export type EmbeddedPostgresOptions = {
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
    await putForgottenClusterAside(place, log)
    const exists = await hasCluster(place, binaries.major)
    if (exists) await stopLeftover(place.cluster, log)
    const known = await readPassword(place.dataDir)
    const password = known ?? (await createPassword(place.dataDir))
    const init = { binaries, account, place, password }
    if (!exists) {
      log('Creating the database (the first start only)')
      await initCluster({ ...init, durable })
      if (isElsewhere(place)) await rememberPlace(place, log)
    } else if (known === undefined) {
      log('The file with the password of the database was gone: setting a new one')
      await resetPassword(init)
    }

    const socketFolder = await mkdtemp(SOCKET_FOLDER_PREFIX)
    if (account) await chown(socketFolder, account.uid, account.gid)
    const serverLog = openServerLog(place.dataDir)
    const release = async () => {
      serverLog.close()
      await rm(socketFolder, { recursive: true, force: true })
      unlock()
    }
    const options = { binaries, account, cluster: place.cluster, socketFolder, serverLog, durable }
    const stop = await supervise({ options, log, onEnd: release })
    return { url: connectionString({ password, socketFolder }), stop }
  } catch (error) {
    unlock()
    throw error
  }
}

async function refuseForeignCluster({ cluster }: ClusterPlace): Promise<void> {
  const uid = process.getuid?.()
  const owner = await stat(cluster).catch(() => undefined)
  if (uid === undefined || uid === 0 || !owner || owner.uid === uid) return
  throw new Error(
    `The database in ${cluster} belongs to another user (${owner.uid}; this is ${uid}). Start the ` +
      'server as that user or, when root started it the last time, as root.',
  )
}
