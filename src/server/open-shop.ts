import cluster from 'node:cluster'
import type { Config } from './config.ts'
import { databaseFaults, readDatabaseState } from './db/database-faults.ts'
import { migrate } from './db/migrate.ts'
import { type RunningShop, seedShop, startShop } from './shop.ts'
import { sharesPort, startWorkers, type WorkerOpened } from './workers.ts'

interface OpenOptions {
  config: Config
  databaseUrl: string
  /** For the person who starts the shop. */
  say: (line: string) => void
}

/** Migrates the database and opens the shop, in this process or in workers. */
export async function openShop(options: OpenOptions): Promise<RunningShop> {
  const { config, databaseUrl, say } = options
  if (cluster.isWorker) return openAsWorker(options)
  await migrate(databaseUrl)
  await checkDatabase(options)
  if (config.workers === 1) return startShop({ config, databaseUrl, say })
  const firstAdmin = await seedShop(config, databaseUrl, say)
  const { host, port, workers } = config
  const env = { DATABASE_URL: databaseUrl }
  return { firstAdmin, ...(await startWorkers({ count: workers, host, port, env, say })) }
}

/** The primary has prepared everything; a worker that loses its primary ends. */
async function openAsWorker({ config, databaseUrl, say }: OpenOptions): Promise<RunningShop> {
  const prepared = { ...config, loadsDemo: false, firstAdmin: null }
  const hasDemo = config.loadsDemo
  const shop = await startShop({ config: prepared, databaseUrl, say, sharesPort, hasDemo })
  const message: WorkerOpened = { opened: shop.address }
  process.send?.(message)
  return shop
}

async function checkDatabase({ config, databaseUrl, say }: OpenOptions): Promise<void> {
  const faults = databaseFaults(await readDatabaseState(databaseUrl))
  for (const { text } of faults) say(`  WARNING: ${text}`)
  if (config.isProduction && faults.some(({ isFatal }) => isFatal)) {
    throw new Error('Its database is not fit for real customers; see the warnings above.')
  }
}
