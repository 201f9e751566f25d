import { knownPlace } from '../../src/server/db/embedded/place.ts'
import { postgresProcessesOf } from '../../src/server/testing/database/postgres-processes.ts'

/** Kills the postmaster and all its processes at once. */
export async function killPostgres(dataDir: string): Promise<void> {
  const { cluster } = await knownPlace(dataDir)
  for (const pid of postgresProcessesOf(cluster)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already exited.
    }
  }
}
