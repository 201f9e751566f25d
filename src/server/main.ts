import { ensureFirstAdmin } from './admin/first-admin.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { migrate } from './db/migrate.ts'
import { startShop } from './shop.ts'

/** What a person who starts the shop reads; the log proper is the server's own. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

async function main(): Promise<void> {
  const config = configOrExit()
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''

  let stopping = false
  let shop: Awaited<ReturnType<typeof startShop>> | undefined
  async function stop(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    say(`${signal}: finishing what is open, then stopping`)
    await shop?.stop()
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGINT', (signal) => void stop(signal))
  process.on('SIGTERM', (signal) => void stop(signal))

  try {
    await migrate(databaseUrl)
    shop = await startShop({ config, databaseUrl, say })
    const admin = await ensureFirstAdmin(shop.database.db, config)
    if (admin) {
      say('\n  The first administrator (shown this once):')
      say(`    account   ${admin.username}\n    password  ${admin.password}\n`)
    }
    if (config.isGuestShared) {
      say('  WARNING: SHARED_GUEST=1, so all visitors without an identity share one cart.')
    }
    say(`  MinMin 團購 is open: ${shop.address}`)
  } catch (error) {
    await shop?.stop()
    await embedded?.stop()
    throw error
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The shop could not start. ${error instanceof Error ? error.stack : error}\n`,
  )
  process.exit(1)
})
