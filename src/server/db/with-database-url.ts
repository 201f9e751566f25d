import { setTimeout as delay } from 'node:timers/promises'
import { ClusterInUseError } from './embedded/cluster-lock.ts'
import { locateRunningPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

const startTimeoutMs = 30_000

/**
 * Gives a command-line tool the shop's database: the named one, else that of the server that runs
 * now, else the embedded one, started for the time of the call.
 */
export async function withDatabaseUrl<T>(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  use: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return use(databaseUrl)
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
