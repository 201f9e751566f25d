import { setTimeout as delay } from 'node:timers/promises'
import { ClusterInUseError } from './embedded/cluster-lock.ts'
import {
  hasEmbeddedPostgres,
  locateRunningPostgres,
  startEmbeddedPostgres,
} from './embedded/embedded-postgres.ts'

const startTimeoutMs = 30_000

interface DatabasePlace {
  databaseUrl: string | null
  /** Where sessions stay whole, if the other address leads to a pooler. */
  databaseListenUrl?: string | null
  dataDir: string
  /** Where there is no shop yet, its database is made; a later restore is refused there. */
  creates?: boolean
}

/**
 * Gives a command-line tool the shop's database: the named one, else that of the server that runs
 * now, else the embedded one, started for the time of the call.
 */
export async function withDatabaseUrl<T>(
  { databaseUrl, databaseListenUrl = null, dataDir, creates = false }: DatabasePlace,
  use: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return use(databaseListenUrl ?? databaseUrl)
  if (!creates && !(await hasEmbeddedPostgres(dataDir))) {
    throw new Error(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to those of the shop; ` +
        'its first start, or a restore, makes one.',
    )
  }
  for (const giveUpAt = Date.now() + startTimeoutMs; ; await delay(100)) {
    const embedded = await startUnlessInUse(dataDir, Date.now() > giveUpAt)
    if (embedded) {
      try {
        return await use(embedded.url)
      } finally {
        await embedded.stop()
      }
    }
    const url = await locateRunningPostgres(dataDir)
    if (url) return use(url)
  }
}

async function startUnlessInUse(dataDir: string, insist: boolean) {
  try {
    return await startEmbeddedPostgres({ dataDir, log: () => {} })
  } catch (error) {
    if (error instanceof ClusterInUseError && !insist) return undefined
    throw error
  }
}
