import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export class ClusterInUseError extends Error {}

/**
 * One server at a time on one cluster. The lock is SQLite's lock on an empty file, because that is
 * the one lock within Node's reach that the kernel gives back when its holder is killed.
 */
export function lockCluster(path: string): () => void {
  const holder = `${path}.pid`
  const handle = new DatabaseSync(path, { timeout: 0 })
  try {
    handle.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    handle.close()
    if (!(error instanceof Error && /locked/.test(error.message))) {
      throw new Error(`${path} cannot be locked`, { cause: error })
    }
    throw new ClusterInUseError(
      `The database of this folder is in use by another server (process ${readHolder(holder)}): ` +
        `stop that one first, or give this one a DATA_DIR of its own. (${path})`,
    )
  }
  writeFileSync(holder, `${process.pid}\n`)
  return () => {
    if (!handle.isOpen) return
    rmSync(holder, { force: true })
    handle.close()
  }
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
