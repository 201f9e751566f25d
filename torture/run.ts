import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '../harness/random.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { knownPlace } from '../src/server/db/embedded/cluster-place.ts'
import { processesOf } from '../src/server/db/embedded/postmaster-file.ts'
import { locateRunningPostgres } from '../src/server/db/embedded/running-postgres.ts'
import { audit, type Findings } from './audit.ts'
import { Ledger } from './ledger.ts'
import { Shopper } from './shopper.ts'

export interface TortureOptions {
  /** How often the server is killed, and how often its PostgreSQL. */
  serverKills: number
  databaseKills: number
  shoppers: number
  seed: number
  log?: (line: string) => void
}

/**
 * Shoppers order and pay while the server, or its PostgreSQL, is killed with -9 again and again;
 * then what they were told is held against what is there.
 */
export async function torture(options: TortureOptions): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-torture-'))
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const server = await ServerProcess.over(dataDir)
  const files = Array.from({ length: options.shoppers }, (_, n) =>
    join(folder, `ledger-${n}.jsonl`),
  )
  try {
    await server.start()
    let isOver = false
    const shoppers = files.map(
      (file, n) =>
        new Shopper({ address: server.address, ledger: new Ledger(file), name: `shopper-${n}` }),
    )
    const shopping = Promise.all(shoppers.map((shopper) => shopper.shop(() => isOver)))
    const killing = killAgainAndAgain(server, dataDir, options).finally(() => {
      isOver = true
    })
    await Promise.race([Promise.all([killing, shopping]), server.endedByItself])
    const databaseUrl = await locateRunningPostgres(dataDir)
    if (!databaseUrl) throw new Error('no PostgreSQL runs after the torture')
    return await audit(
      databaseUrl,
      files.flatMap((file) => Ledger.read(file)),
    )
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function killAgainAndAgain(
  server: ServerProcess,
  dataDir: string,
  options: TortureOptions,
): Promise<void> {
  const random = randomFrom(options.seed)
  const targets = [
    ...Array<'server'>(options.serverKills).fill('server'),
    ...Array<'database'>(options.databaseKills).fill('database'),
  ].sort(() => random() - 0.5)
  for (const [index, target] of targets.entries()) {
    await delay(200 + random() * 800)
    if (target === 'server') {
      await server.kill()
      await server.start()
    } else {
      await killPostgres(dataDir)
    }
    options.log?.(`kill ${index + 1} of ${targets.length}: ${target}`)
  }
  await delay(500)
}

/** The postmaster and every process of it, at once. */
async function killPostgres(dataDir: string): Promise<void> {
  const { cluster } = await knownPlace(dataDir)
  for (const pid of await processesOf(cluster)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went before its turn.
    }
  }
}
