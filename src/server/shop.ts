import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureFirstAdmin } from './admin/first-admin.ts'
import { buildApp } from './app.ts'
import { deleteCart } from './cart/cart.queries.ts'
import { createCatalogCache } from './catalog/catalog-cache.ts'
import { loadDemoShop } from './catalog/demo-shop.ts'
import type { Config } from './config.ts'
import { connect, type Database } from './db/connect.ts'
import { startHousekeeping } from './db/housekeeping.ts'
import { createCatalogReads } from './db/replica.ts'
import { memberOwner } from './http/caller.ts'
import { createReadiness } from './http/health.ts'
import { createLog } from './log.ts'
import { createMailWorker } from './mail/mail-worker.ts'
import { createIdentity } from './members/identity.ts'
import { createPasswordHasher, type PasswordHasher } from './members/password-hasher.ts'
import { demonstrationProvider } from './payments/payment-provider.ts'
import { releaseMemoryOfTheStart } from './release-memory.ts'
import { createPictureStore } from './uploads/picture-store.ts'

/** The administrator that was made because the shop had none: to be told once. */
export type FirstAdmin = { username: string; password: string } | null

export interface RunningShop {
  address: string
  firstAdmin: FirstAdmin
  /** Takes nothing new, answers what is open, lets go of everything. */
  stop(): Promise<void>
}

type Say = (line: string) => void

/** Puts the parts of the shop together over a migrated database, and listens. */
export async function startShop(options: {
  config: Config
  databaseUrl: string
  say: Say
  /** Other processes listen on the same port, each with a queue of its own. */
  sharesPort?: boolean
}): Promise<RunningShop> {
  const { config, databaseUrl, say, sharesPort = false } = options
  const log = createLog(config)
  const database = connect(databaseUrl, {
    poolSize: share(config.databasePoolSize, config, 3),
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const reads = createCatalogReads({
    primary: database,
    replicaUrl: config.databaseReplicaUrl,
    poolSize: share(config.databasePoolSize, config, 3),
    log,
  })
  const catalog = createCatalogCache(databaseUrl, log, () => reads.changed())
  const mail = createMailWorker({ config, database, log })
  const hasher = hasherFor(config)
  const identity = createIdentity({
    config,
    database,
    log,
    hasher,
    onDeleted: (tx, uid) => deleteCart(tx, memberOwner(uid)),
  })
  const housekeeping = startHousekeeping(database.db, log)
  const readiness = createReadiness()
  const app = await buildApp({
    config,
    log,
    database,
    reads,
    readiness,
    catalog,
    identity,
    hasher,
    paymentProvider: demonstrationProvider,
    pictures: createPictureStore(config),
  })

  async function stop(): Promise<void> {
    readiness.drain()
    if (config.drainSeconds > 0) await delay(config.drainSeconds * 1_000)
    await close()
  }
  async function close(): Promise<void> {
    await app.close()
    housekeeping.stop()
    await Promise.all([mail.close(), identity.close(), catalog.close()])
    await reads.close()
    await database.close()
  }
  try {
    const firstAdmin = await seed({ config, database, hasher, say })
    await identity.start()
    mail.start()
    const place = { host: config.host, port: config.port, reusePort: sharesPort }
    await app.ready()
    releaseMemoryOfTheStart()
    const address = await app.listen(place)
    return { address: config.publicUrl ?? friendly(address, config), firstAdmin, stop }
  } catch (error) {
    await close()
    throw error
  }
}

/** What a shop has before it opens for the first time, for workers that then open it together. */
export async function seedShop(config: Config, url: string, say: Say): Promise<FirstAdmin> {
  const database = connect(url, { poolSize: 2 })
  try {
    return await seed({ config, database, hasher: hasherFor(config), say })
  } finally {
    await database.close()
  }
}

async function seed(parts: {
  config: Config
  database: Database
  hasher: PasswordHasher
  say: Say
}): Promise<FirstAdmin> {
  const { config, database, hasher, say } = parts
  if (config.loadsDemo) await loadDemoShop(database.db, createPictureStore(config), say)
  return ensureFirstAdmin(database.db, hasher, config)
}

/** The part of one worker, and never less than it can work with. */
function share(whole: number, { workers }: Config, least: number): number {
  return workers === 1 ? whole : Math.max(least, Math.ceil(whole / workers))
}

/** Workers hash side by side, so each leaves the processors of the others alone. */
function hasherFor(config: Config): PasswordHasher {
  return createPasswordHasher({
    concurrency: share(Math.max(1, availableParallelism() - 1), config, 1),
    maxWaiting: share(60, config, 10),
  })
}

/** The address with the host's name as it was asked for, and the port that it became. */
function friendly(address: string, config: Config): string {
  const { port } = new URL(address)
  return config.host === 'localhost' ? `http://localhost:${port}` : address
}
