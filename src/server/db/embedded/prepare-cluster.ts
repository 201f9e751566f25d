import { stat } from 'node:fs/promises'
import type { Binaries } from './binaries.ts'
import {
  type ClusterPlace,
  hasCluster,
  isElsewhere,
  quarantineOrphanedCluster,
  rememberPlace,
} from './cluster-place.ts'
import { initCluster, resetPassword } from './init-cluster.ts'
import { createPassword, readPassword } from './password.ts'
import { stopLeftover } from './postmaster.ts'
import type { Account } from './run-as.ts'

/** Leaves a cluster on which nothing runs, and answers with the shop's password for it. */
export async function prepareCluster({
  binaries,
  account,
  place,
  durable,
  log,
}: {
  binaries: Binaries
  account: Account | undefined
  place: ClusterPlace
  durable: boolean
  log: (line: string) => void
}): Promise<string> {
  await quarantineOrphanedCluster(place, log)
  if (!(await hasCluster(place, binaries.major))) {
    log('Creating the database (the first start only)')
    const password = (await readPassword(place.dataDir)) ?? (await createPassword(place.dataDir))
    await initCluster({ binaries, account, place, password, durable })
    if (isElsewhere(place)) await rememberPlace(place, log)
    return password
  }
  await refuseClusterOfRoot(place)
  await stopLeftover(place.cluster, log)
  const known = await readPassword(place.dataDir)
  if (known) return known
  log('The file with the password of the database was gone: setting a new one')
  const password = await createPassword(place.dataDir)
  await resetPassword({ binaries, account, place, password })
  return password
}

/** Asked before all else, as a cluster of somebody else's cannot even be looked into. */
export async function refuseForeignCluster({ cluster }: ClusterPlace): Promise<void> {
  const uid = process.getuid?.()
  const owner = await stat(cluster).catch(() => undefined)
  if (uid === undefined || uid === 0 || !owner || owner.uid === uid) return
  throw new Error(
    `The database in ${cluster} belongs to another user (${owner.uid}; this is ${uid}). Start the ` +
      'server as that user or, when root started it the last time, as root.',
  )
}

async function refuseClusterOfRoot({ cluster }: ClusterPlace): Promise<void> {
  if ((await stat(cluster)).uid !== 0) return
  throw new Error(
    `The database in ${cluster} belongs to root, as whom PostgreSQL does not run. Give it to the ` +
      'user that PostgreSQL is to run as, such as postgres (chown -R).',
  )
}
