import cluster from 'node:cluster'
import { isRestoreUnfinishedIn, unfinishedRestore } from './backup/restore-target.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { unknownVariables } from './known-variables.ts'
import { describeError } from './log.ts'
import { build } from './release.ts'
import { removeServerFile, writeServerFile } from './server-file.ts'
import type { RunningShop } from './shop.ts'
import { explainStart, StartFault } from './start-fault.ts'

/** Messages for the person who starts the shop; the server writes the structured log. */
function say(line: string): void {
  // With several processes, only the primary prints these.
  if (cluster.isPrimary) process.stdout.write(`${line}\n`)
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

/** A server that is told to end finishes what is open, and one that was killed leaves PostgreSQL a moment. */
const endsWithinMs = 10_000

async function main(config: Config): Promise<void> {
  // EPIPE: the reader of stdout has gone; it is no fault, and its report could not be written.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  for (const { name, meant } of unknownVariables(process.env)) {
    say(`  WARNING: ${name} is not known here${meant ? `: is it ${meant}?` : '.'}`)
  }
  if (isRestoreUnfinishedIn(config.dataDir)) throw new StartFault(unfinishedRestore)
  const starting = config.databaseUrl
    ? Promise.resolve(null)
    : startEmbeddedPostgres({ dataDir: config.dataDir, log: say, waitMs: endsWithinMs })
  // The program is read while PostgreSQL starts.
  const opening = Promise.all([import('./open-shop.ts'), starting]).then(
    ([{ openShop }, embedded]) =>
      openShop({ config, databaseUrl: config.databaseUrl ?? embedded?.url ?? '', say }),
  )
  const stopDatabase = async () => (await starting.catch(() => null))?.stop()
  let isStopping = false
  async function stop(reason: string, exitCode = 0): Promise<void> {
    if (isStopping) return
    isStopping = true
    say(`${reason}: finishing what is open, then stopping`)
    // A start under way is stopped after it ends: PostgreSQL would outlive this process.
    const shop = await opening.catch(() => undefined)
    await shop?.stop()
    if (cluster.isPrimary) removeServerFile(config.dataDir)
    await stopDatabase()
    process.exit(exitCode)
  }
  // The state of the process is unknown: open requests are finished, then the supervisor restarts
  // it.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${JSON.stringify({ level: 'fatal', err: describeError(error) })}\n`)
    void stop('A fault that nobody caught', 1).catch(() => process.exit(1))
  })
  process.on('SIGINT', (signal) => void stop(signal))
  process.on('SIGTERM', (signal) => void stop(signal))
  // Without its primary or supervisor nothing could stop or replace this process.
  if (process.connected) process.on('disconnect', () => void stop('The first process ended'))

  try {
    const shop = await opening
    if (isStopping) return
    if (cluster.isPrimary) writeServerFile(config.dataDir, Number(new URL(shop.address).port))
    welcome(shop, config)
  } catch (error) {
    await stopDatabase()
    throw error
  }
}

function welcome({ address, firstAdmin }: RunningShop, config: Config): void {
  if (firstAdmin && 'code' in firstAdmin) {
    say('\n  The shop has no administrator yet. Make the first one within 24 hours, in a browser:')
    say(`    ${address}/#/main/firstAdmin?code=${firstAdmin.code}\n`)
  } else if (firstAdmin) {
    say('\n  The first administrator (shown this once):')
    say(`    account   ${firstAdmin.username}\n    password  ${firstAdmin.password}\n`)
  }
  if (config.isGuestShared) {
    say('  WARNING: SHARED_GUEST=1, so all visitors without an identity share one cart.')
  }
  if (config.isProduction && config.payments === 'demonstration') {
    say('  WARNING: PAYMENTS=demonstration accepts every payment and moves no money.')
  }
  say(`  MinMin 團購 is open: ${address} (${build()})`)
}

const config = configOrExit()
main(config).catch((error: unknown) => {
  process.stderr.write(`The shop could not start. ${reasonOf(error, config)}\n`)
  process.exit(1)
})

function reasonOf(error: unknown, config: Config): string {
  const sentence = explainStart(error, config)
  if (sentence !== undefined) return sentence
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
