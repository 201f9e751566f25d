import { ensureFirstAdmin } from './admin/first-admin.ts'
import { buildApp } from './app.ts'
import { deleteCart } from './cart/cart.queries.ts'
import { createCatalogCache } from './catalog/catalog-cache.ts'
import { loadDemoShop } from './catalog/demo-shop.ts'
import type { Config } from './config.ts'
import { connect } from './db/connect.ts'
import { startHousekeeping } from './db/housekeeping.ts'
import { memberOwner } from './http/caller.ts'
import { createLog } from './log.ts'
import { createMailWorker } from './mail/mail-worker.ts'
import { createIdentity } from './members/identity.ts'
import { createPasswordHasher } from './members/password-hasher.ts'
import { demonstrationProvider } from './payments/payment-provider.ts'
import { createPictureStore } from './uploads/picture-store.ts'

export interface RunningShop {
  address: string
  /** The administrator that was made because the shop had none: to be told once. */
  firstAdmin: { username: string; password: string } | null
  /** Takes nothing new, answers what is open, lets go of everything. */
  stop(): Promise<void>
}

/** Puts the parts of the shop together over a migrated database, and listens. */
export async function startShop(options: {
  config: Config
  databaseUrl: string
  say: (line: string) => void
}): Promise<RunningShop> {
  const { config, databaseUrl, say } = options
  const log = createLog(config)
  const database = connect(databaseUrl, {
    poolSize: config.databasePoolSize,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const pictures = createPictureStore(config)
  if (config.loadsDemo) await loadDemoShop(database.db, pictures, say)

  const catalog = createCatalogCache(databaseUrl, log)
  const mail = createMailWorker({ config, database, log })
  const hasher = createPasswordHasher()
  const identity = createIdentity({
    config,
    database,
    log,
    hasher,
    onDeleted: (tx, uid) => deleteCart(tx, memberOwner(uid)),
  })
  const housekeeping = startHousekeeping(database.db, log)
  const app = await buildApp({
    config,
    log,
    database,
    catalog,
    identity,
    hasher,
    paymentProvider: demonstrationProvider,
    pictures,
  })

  async function stop(): Promise<void> {
    await app.close()
    housekeeping.stop()
    await Promise.all([mail.close(), identity.close(), catalog.close()])
    await database.close()
  }
  try {
    await identity.start()
    mail.start()
    const firstAdmin = await ensureFirstAdmin(database.db, hasher, config)
    const address = await app.listen({ host: config.host, port: config.port })
    return { address: config.publicUrl ?? friendly(address, config), firstAdmin, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The address with the host's name as it was asked for, and the port that it became. */
function friendly(address: string, config: Config): string {
  const { port } = new URL(address)
  return config.host === 'localhost' ? `http://localhost:${port}` : address
}
