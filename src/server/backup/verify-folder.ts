import { mkdtempSync } from 'node:fs'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockCluster } from '../db/embedded/cluster-lock.ts'
import { sharedFolder } from '../db/embedded/embedded-postgres.ts'
import { knownPlace } from '../db/embedded/place.ts'

const prefix = 'minmin-verify-'
const lockIn = (folder: string) => join(folder, 'lock')
export const databaseIn = (folder: string) => join(folder, 'data')

/**
 * A temporary folder for the whole shop. It is in DATA_DIR, which is on a disk: that of the system
 * may be memory (tmpfs). A folder whose lock is held is in use.
 */
export async function openVerifyFolder(dataDir: string) {
  await mkdir(dataDir, { recursive: true })
  await removeLeftovers(dataDir)
  // Both at once: a folder without a lock is a leftover.
  const path = mkdtempSync(join(dataDir, prefix))
  const unlock = lockCluster(lockIn(path))
  // PostgreSQL's own user has to enter it when root runs this; what it holds is closed by itself.
  await chmod(path, 0o711)
  return {
    path,
    async remove() {
      await removeFolder(path)
      unlock()
    },
  }
}

/** What a verification that was killed has left: the shop, and not encrypted. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (!name.startsWith(prefix)) continue
    const folder = join(dataDir, name)
    try {
      const unlock = lockCluster(lockIn(folder))
      await removeFolder(folder).finally(unlock)
    } catch {
      // In use, or another account's.
    }
  }
}

async function removeFolder(folder: string): Promise<void> {
  const place = await knownPlace(databaseIn(folder)).catch(() => undefined)
  const home = place && dirname(place.cluster)
  // The PostgreSQL of a killed process may still write while it stops.
  const options = { recursive: true, force: true, maxRetries: 10 }
  // Where PostgreSQL's user may not enter DATA_DIR, its data are outside.
  if (home && dirname(home) === sharedFolder) await rm(home, options)
  await rm(folder, options)
}
