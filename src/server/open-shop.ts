import cluster from 'node:cluster'
import { isRestoreUnfinished, unfinishedRestore } from './backup/restore-target.ts'
import { startWalCopies } from './backup/wal/copy-wal.ts'
import { type Config, withEmbeddedDatabase } from './config.ts'
import { databaseFaults, readDatabaseState } from './db/database-faults.ts'
import { locateRunningPostgres } from './db/embedded/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import { createLog } from './log.ts'
import { collectProcessMetrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { answerMetricsRequests } from './metrics/worker-metrics.ts'
import { proveListening } from './prove-listening.ts'
import { claimKey } from './secrets/claim-key.ts'
import { finishRotation, secretsFaults } from './secrets/kept-secrets.ts'
import { findSecretsKey } from './secrets/secrets-key.ts'
import { type RunningShop, seedShop, startShop } from './shop.ts'
import { explainListening, StartFault } from './start-fault.ts'
import { sharesPort, startWorkers, type WorkerOpened } from './workers.ts'

interface OpenOptions {
  config: Config
  databaseUrl: string
  /** For the person who starts the shop. */
  say: (line: string) => void
}

/** Migrates the database and opens the shop, in this process or in workers. */
export async function openShop(options: OpenOptions): Promise<RunningShop> {
  const { config, databaseUrl } = options
  if (cluster.isWorker) return openAsWorker(options)
  const url = config.databaseListenUrl ?? databaseUrl
  if (await isRestoreUnfinished(url)) throw new StartFault(unfinishedRestore)
  await migrate(url)
  await checkDatabase({ ...options, databaseUrl: url })
  await proveListening({ listenUrl: url, databaseUrl })
  const key = findSecretsKey(config)
  const log = createLog(config)
  const claim = await claimKey({ url, key, log })
  try {
    const shop = await withMetrics(options, await openProcesses(options))
    // The process that runs PostgreSQL stays beside it to the end.
    const copies = config.databaseUrl === null && startWalCopies({ config, databaseUrl, log })
    async function stop(): Promise<void> {
      await shop.stop()
      if (copies) await copies.stop()
      await claim.close()
    }
    return { ...shop, stop }
  } catch (error) {
    await claim.close()
    throw error
  }
}

async function openProcesses({ config, databaseUrl, say }: OpenOptions): Promise<RunningShop> {
  if (config.workers === 1) return startShop({ config, databaseUrl, say })
  const firstAdmin = await seedShop(config, databaseUrl, say)
  const { host, port, workers, drainSeconds } = config
  // Workers inherit the environment, and the configuration refuses an address beside its file.
  const env = { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '' }
  const running = await startWorkers({ count: workers, host, port, drainSeconds, env, say })
  return { firstAdmin, ...running }
}

/** The first process serves the metrics of all. */
async function withMetrics(
  { config, databaseUrl, say }: OpenOptions,
  shop: RunningShop,
): Promise<RunningShop> {
  if (!config.metrics) return shop
  const sendsMail = config.smtpUrl !== null
  const { dataDir, backup } = config
  const shared = { databaseUrl, dataDir, backupDir: backup.dir, sendsMail }
  const place = config.metrics
  const metrics = await serveMetrics(place, shared).catch(async (error: unknown) => {
    await shop.stop()
    const sentence = explainListening(error, 'METRICS_', place)
    throw sentence === undefined ? error : new StartFault(sentence)
  })
  say(`  Metrics: ${metrics.address}/metrics`)
  return {
    ...shop,
    async stop() {
      await shop.stop()
      await metrics.close()
    },
  }
}

/** The primary has prepared everything; a worker that loses its primary ends. */
async function openAsWorker({ config, databaseUrl, say }: OpenOptions): Promise<RunningShop> {
  // The primary hands on the address of the embedded PostgreSQL as if it were somebody else's.
  const isEmbedded = (await locateRunningPostgres(config.dataDir)) === databaseUrl
  const own = isEmbedded ? withEmbeddedDatabase(config) : config
  const prepared = { ...own, loadsDemo: false, firstAdmin: null }
  const hasDemo = config.loadsDemo
  const shop = await startShop({ config: prepared, databaseUrl, say, sharesPort, hasDemo })
  const message: WorkerOpened = { opened: shop.address }
  process.send?.(message)
  if (config.metrics) {
    collectProcessMetrics()
    answerMetricsRequests()
  }
  return shop
}

async function checkDatabase({ config, databaseUrl, say }: OpenOptions): Promise<void> {
  await finishRotation(databaseUrl, config)
  const faults = [
    ...databaseFaults(await readDatabaseState(databaseUrl)),
    ...(await secretsFaults(databaseUrl, findSecretsKey(config))),
  ]
  for (const { text } of faults) say(`  WARNING: ${text}`)
  if (config.isProduction && faults.some(({ isFatal }) => isFatal)) {
    throw new StartFault('Its database is not fit for real customers; see the warnings above.')
  }
}
