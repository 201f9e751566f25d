import { knownPlace } from './cluster-place.ts'
import { readPassword } from './password.ts'
import { readPostmasterFile } from './postmaster-file.ts'

export function connectionString({
  password,
  socketFolder,
}: {
  password: string
  socketFolder: string
}): string {
  const url = new URL('postgres://minmin@localhost/minmin')
  url.password = encodeURIComponent(password)
  url.searchParams.set('host', socketFolder)
  return url.href
}

/** The address of the PostgreSQL that a live server runs on this data folder. */
export async function locateRunningPostgres(dataDir: string): Promise<string | undefined> {
  const place = await knownPlace(dataDir)
  const [file, password] = await Promise.all([
    readPostmasterFile(place.cluster),
    readPassword(place.dataDir),
  ])
  if (!file?.ready || !password || !isAlive(file.pid)) return undefined
  return connectionString({ password, socketFolder: file.socketFolder })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
