import { DatabaseSync } from 'node:sqlite'

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
