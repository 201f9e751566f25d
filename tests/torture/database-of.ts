import { locateRunningPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'

/** The address of the PostgreSQL that the server over this folder runs. */
export async function databaseOf(dataDir: string): Promise<string> {
  const url = await locateRunningPostgres(dataDir)
  if (!url) throw new Error('no PostgreSQL runs')
  return url
}
