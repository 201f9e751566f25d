import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ensureFirstAdmin, type FirstAdmin } from './admin/first-admin.ts'
import { buildApp } from './app.ts'
import { loadDemoCampaigns } from './campaigns/demo-campaigns.ts'
import { loadDemoShop } from './catalog/demo-shop.ts'
import type { Config } from './config.ts'
import { connect, type Database } from './db/connect.ts'
import { demoActor } from './http/actor.ts'
import { createReadiness } from './http/health.ts'
import { createLog } from './log.ts'
import type { PasswordHasher } from './members/sign-in/password-hasher.ts'
import { createHasher, createServices } from './services.ts'
import { writeDemoLook } from './settings/demo-look.ts'
import { countStock } from './stock/stock.service.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { createPictureStore } from './uploads/picture-store.ts'

export interface RunningShop {
  address: string
  firstAdmin: FirstAdmin
  /** Accepts no new connections, answers open requests, closes everything. */
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
  /** The demo was loaded before this process: its campaigns may still have to be opened. */
  hasDemo?: boolean
}): Promise<RunningShop> {
  const { config, databaseUrl, say, sharesPort = false } = options
  // Before anything that it measures.
  const stopTracing = await startTracing(config.traces)
  const log = createLog(config)
  const services = createServices(config, { databaseUrl, log })
  const { database, hasher } = services
  const readiness = createReadiness()
  const app = await buildApp({ config, log, readiness, ...services })

  async function stop(): Promise<void> {
    readiness.drain()
    if (config.drainSeconds > 0) await delay(config.drainSeconds * 1_000)
    await close()
  }
  async function close(): Promise<void> {
    await app.close()
    await services.close()
    await stopTracing()
  }
  try {
    // A worker finds what the primary has prepared.
    const firstAdmin = sharesPort ? null : await seed({ config, database, hasher, say })
    const place = { host: config.host, port: config.port, reusePort: sharesPort }
    // Compiling the routes holds the event loop for so long that a connection could time out.
    await app.ready()
    await services.start()
    // Their jobs need the queue.
    if ((config.loadsDemo || options.hasDemo) && config.loadsDemoCampaigns) {
      const subscribers = services.orderSubscribers
      await loadDemoCampaigns({ config, db: database.db, subscribers, ...services }, say)
    }
    collectStartupGarbage()
    const address = await app.listen(place)
    return { address: config.publicUrl ?? friendly(address, config), firstAdmin, stop }
  } catch (error) {
    await close()
    throw error
  }
}

/** Seeds a shop before it opens for the first time, for workers that then open it together. */
export async function seedShop(config: Config, url: string, say: Say): Promise<FirstAdmin> {
  const database = connect(url, { poolSize: 2, name: 'minmin start' })
  try {
    return await seed({ config, database, hasher: createHasher(config), say })
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
  if (config.loadsDemo) {
    await loadDemoShop(database.db, createPictureStore(config), say, async (tx, counted) => {
      await writeDemoLook(tx)
      const lines = counted.map((line) => ({ ...line, expected: undefined }))
      await countStock(tx, demoActor, { lines, note: undefined })
    })
  }
  return ensureFirstAdmin(database.db, hasher, config)
}

/** The address with the configured host name and the actual port. */
function friendly(address: string, config: Config): string {
  const { port } = new URL(address)
  return config.host === 'localhost' ? `http://localhost:${port}` : address
}

/**
 * Collects the garbage that reading and compiling the program left: V8 would keep a third of the
 * process, because an idle server gives it no reason to collect. Takes a fifth of a second, once.
 */
function collectStartupGarbage(): void {
  // Node keeps the compiled form of each module until it has written it to the compile cache.
  flushCompileCache()
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
