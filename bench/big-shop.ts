import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { rebuildIndex } from '../src/server/search/index-work.ts'
import { ServerProcess } from '../tests/harness/server-process.ts'
import { fillCatalogue } from './search-data.ts'

/** The options of every bench over a big catalogue. */
export const bigShopOptions = {
  products: { type: 'string', default: '1000000' },
  /** A folder in which the filled database stays for the next run. */
  data: { type: 'string' },
} as const

export interface BigShop {
  server: ServerProcess
  db: pg.Client
  databaseUrl: string
  /** Of the run that filled the database. */
  rebuildSeconds: number
  close(): Promise<void>
}

/** The real server over a catalogue of many products, which is filled unless the folder has it. */
export async function openBigShop(given: {
  products: number
  data: string | undefined
  env?: NodeJS.ProcessEnv
}): Promise<BigShop> {
  const { products, data } = given
  const folder = data ? resolve(data) : await mkdtemp(join(tmpdir(), 'minmin-big-'))
  await mkdir(folder, { recursive: true })
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} })
  const env = { ...given.env, DATABASE_URL: postgres.url, DEMO: '0' }
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
    await server.start()
    await db.connect()
    const rebuildSeconds = await fillOnce(db, products)
    return { server, db, databaseUrl: postgres.url, rebuildSeconds, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fillOnce(db: pg.Client, products: number): Promise<number> {
  await db.query('create table if not exists bench_filled (products int, rebuild_seconds float8)')
  const { rows } = await db.query<{ products: number; rebuild_seconds: number }>(
    'select products, rebuild_seconds from bench_filled',
  )
  const [filled] = rows
  if (filled?.products === products) return filled.rebuild_seconds
  if (filled) throw new Error(`the folder has a shop of ${filled.products} products`)
  console.error(`filling ${products} products`)
  await fillCatalogue(db, products)
  const since = performance.now()
  await rebuildIndex(db, (line) => console.error(line))
  const seconds = (performance.now() - since) / 1_000
  await db.query('vacuum (analyze)')
  await db.query('insert into bench_filled values ($1, $2)', [products, seconds])
  return seconds
}
