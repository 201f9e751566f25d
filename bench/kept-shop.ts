import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { ServerProcess } from '../tests/harness/server-process.ts'

export interface KeptShop {
  server: ServerProcess
  db: pg.Client
  databaseUrl: string
  close(): Promise<void>
}

/**
 * A server over a PostgreSQL of its own. `open` starts and seeds it; the properties that it returns
 * are merged into the result. The folder `data` is reused by later runs; without it, `close` deletes
 * the temporary one.
 */
export async function openKeptShop<T extends object>(
  data: string | undefined,
  env: NodeJS.ProcessEnv,
  open: (shop: Omit<KeptShop, 'close'>) => Promise<T>,
): Promise<KeptShop & T> {
  const folder = data ? resolve(data) : await mkdtemp(join(tmpdir(), 'minmin-bench-'))
  await mkdir(folder, { recursive: true })
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} })
  const server = await ServerProcess.over(join(folder, 'shop'), {
    env: { DEMO: '0', ...env, DATABASE_URL: postgres.url },
  })
  // Code that waits for its start or its answers is rejected when it exits.
  server.endedByItself.catch(() => undefined)
  const db = new pg.Client({ connectionString: postgres.url })
  async function close(): Promise<void> {
    await db.end()
    await server.stop()
    await postgres.stop()
    if (!data) await rm(folder, { recursive: true, force: true })
  }
  const shop = { server, db, databaseUrl: postgres.url }
  try {
    return { ...shop, ...(await open(shop)), close }
  } catch (error) {
    await close()
    throw error
  }
}
