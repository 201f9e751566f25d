import { knownPlace } from '../../src/server/db/embedded/cluster-place.ts'
import { processesOf } from '../../src/server/db/embedded/postmaster-file.ts'

/** Kills the postmaster and all its processes at once. */
export async function killPostgres(dataDir: string): Promise<void> {
  const { cluster } = await knownPlace(dataDir)
  for (const pid of await processesOf(cluster)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already exited.
    }
  }
}
