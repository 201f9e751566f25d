import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockCluster } from '../../db/embedded/cluster-lock.ts'

export const RUN_FOLDER_PREFIX = 'minmin-test-run-'
// Younger ones may be just beginning or ending, without a lock.
const OLD = 30 * 60_000

/** A test run that was killed has left its folder; its PostgreSQL ended with it. */
export async function removeAbandonedRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(RUN_FOLDER_PREFIX)) continue
    const folder = join(tmpdir(), name)
    try {
      if (Date.now() - (await stat(folder)).mtimeMs < OLD) continue
      const unlock = lockCluster(join(folder, 'postgres.lock'))
      unlock()
      await rm(folder, { recursive: true, force: true })
    } catch {
      // In use by a run in progress, or another user's.
    }
  }
}
