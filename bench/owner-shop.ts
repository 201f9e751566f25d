import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { ServerProcess } from '../tests/harness/server-process.ts'
import { fillBackOffice } from './owner-data.ts'
import { admin } from './shop-client.ts'

interface OwnerShop {
  server: ServerProcess
  db: pg.Client
  databaseUrl: string
  close(): Promise<void>
}

/** The real server over a shop with many orders; a folder that is named is filled once and kept. */
export async function openOwnerShop(
  data: string | undefined,
  size: { products: number; orders: number; customers: number },
): Promise<OwnerShop> {
  const folder = data ? resolve(data) : await mkdtemp(join(tmpdir(), 'minmin-owner-'))
  await mkdir(folder, { recursive: true })
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} })
  const env = {
    DATABASE_URL: postgres.url,
    DEMO: '0',
    DEVELOPMENT: '1',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  }
  const server = await ServerProcess.over(join(folder, 'shop'), { env })
  server.endedByItself.catch(() => undefined)
  const db = new pg.Client({ connectionString: postgres.url })
  async function close(): Promise<void> {
    await db.end()
    await server.stop()
    await postgres.stop()
    if (!data) await rm(folder, { recursive: true, force: true })
  }
  try {
    // Over many orders that takes longer than a server may.
    await migrate(postgres.url)
    await db.connect()
    const { rows } = await db.query<{ filled: string | null }>(
      "select to_regnamespace('bench_filled')::text as filled",
    )
    if (!rows[0]?.filled) {
      await fillBackOffice(postgres.url, size)
      await db.query('create schema bench_filled')
    }
    await server.start()
    return { server, db, databaseUrl: postgres.url, close }
  } catch (error) {
    await close()
    throw error
  }
}
