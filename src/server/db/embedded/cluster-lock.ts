import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

export class ClusterInUseError extends Error {}

/**
 * One server at a time on one cluster. The lock is SQLite's lock on an empty file: the kernel
 * releases it when its holder is killed, and it holds between containers, where the process id in
 * postmaster.pid means nothing.
 */
export function lockCluster(path: string): () => void {
  const handle = new DatabaseSync(path, { timeout: 0 })
  try {
    handle.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    handle.close()
    if (!(error instanceof Error && /locked/.test(error.message))) {
      throw new Error(`${path} cannot be locked`, { cause: error })
    }
    throw new ClusterInUseError(
      'The database of this folder is in use by another server: stop that one first, or give this ' +
        `one a DATA_DIR of its own. (${path})`,
    )
  }
  return () => handle.close()
}

/** Locks like `lockCluster`, but waits up to `waitMs` for a server that is just ending. */
export async function waitForCluster(
  path: string,
  { waitMs, log }: { waitMs: number; log: (line: string) => void },
): Promise<() => void> {
  const giveUpAt = Date.now() + waitMs
  for (let attempt = 0; ; attempt++) {
    try {
      return lockCluster(path)
    } catch (error) {
      if (!(error instanceof ClusterInUseError) || Date.now() >= giveUpAt) throw error
    }
    if (attempt === 0) log('Another server has the database of this folder: waiting for its end')
    await delay(100)
  }
}
