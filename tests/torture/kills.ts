import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import { Clients } from './clients.ts'
import { databaseOf } from './database-of.ts'
import { killPostgres } from './kill-postgres.ts'
import { within } from './within.ts'
import { serverEnv, type Workload } from './workload.ts'

interface Kill {
  target: 'server' | 'database'
  /** A server that was just killed is killed again before it is ready. */
  isAtStart: boolean
  /** It comes after this time under load and this many orders, whichever is later. */
  afterMs: number
  afterOrders: number
}

const recoversWithinMs = 60_000

/** The server, and its PostgreSQL, are killed with -9 while orders and payments come in. */
export async function killAgainAndAgain(
  workload: Workload,
  kills: { server: number; database: number },
): Promise<Findings> {
  const dataDir = join(workload.folder, 'data')
  const env = { ...serverEnv, NODE_COMPILE_CACHE: join(workload.folder, 'compile-cache') }
  const server = await ServerProcess.over(dataDir, { env, mutant: workload.mutant })
  const clients = new Clients({ ...workload, addresses: [server.address] })
  try {
    // Node writes its compile cache at a normal exit, which does not happen in later starts.
    await server.start()
    await server.stop()
    await server.start()
    await clients.arrive()
    const killer = new Killer(workload, { server, dataDir, clients })
    const killing = killer.carryOut(planned(workload, kills))
    await Promise.race([killing, clients.shop(), server.endedByItself])
    await clients.finish()
    return await audit(await databaseOf(dataDir), clients)
  } finally {
    clients.leave()
    await server.stop()
  }
}

/** All random values are drawn first, so that a resumed run has the same plan. */
function planned(workload: Workload, kills: { server: number; database: number }): Kill[] {
  const { random } = workload
  const targets = [
    ...Array<'server'>(kills.server).fill('server'),
    ...Array<'database'>(kills.database).fill('database'),
  ]
  return targets
    .map((target) => ({ target, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ target }) => ({
      target,
      isAtStart: random() < 0.2,
      afterMs: 300 + random() * 900,
      afterOrders: workload.ordersPerKill * (0.5 + random()),
    }))
}

class Killer {
  readonly #workload: Workload
  readonly #server: ServerProcess
  readonly #dataDir: string
  readonly #clients: Clients
  /** Set while the server comes up again. */
  #starting: Promise<void> | undefined
  #serverKills = 0

  constructor(
    workload: Workload,
    of: { server: ServerProcess; dataDir: string; clients: Clients },
  ) {
    this.#workload = workload
    this.#server = of.server
    this.#dataDir = of.dataDir
    this.#clients = of.clients
  }

  async carryOut(kills: Kill[]): Promise<void> {
    const { progress, save, log } = this.#workload
    for (const kill of kills.slice(progress.faults)) {
      if (kill.target === 'server' && kill.isAtStart && this.#starting) await delay(kill.afterMs)
      else await this.#load(kill)
      if (kill.target === 'server') await this.#killServer()
      else await this.#killDatabase()
      progress.faults += 1
      await save()
      if (progress.faults % 25 === 0) {
        log(
          `${progress.faults} of ${kills.length} kills, ${this.#clients.monitor.acknowledged} orders`,
        )
      }
    }
    await this.#load({ afterMs: 500, afterOrders: 0 })
  }

  /** Lets the shoppers order for a while, and counts their orders. */
  async #load({ afterMs, afterOrders }: Pick<Kill, 'afterMs' | 'afterOrders'>): Promise<void> {
    await this.#starting
    this.#starting = undefined
    const { monitor } = this.#clients
    await within(recoversWithinMs, monitor.nextAcknowledged(), 'an order after a start')
    const [before, since] = [monitor.acknowledged, performance.now()]
    await delay(afterMs)
    // However slow the machine is just now, a fault is to meet orders.
    const isLateAt = performance.now() + recoversWithinMs
    while (monitor.acknowledged - before < afterOrders && performance.now() < isLateAt) {
      await delay(10)
    }
    this.#workload.measure('load ms', performance.now() - since)
    this.#workload.measure('orders', monitor.acknowledged - before)
  }

  async #killServer(): Promise<void> {
    const kill = ++this.#serverKills
    await this.#server.kill()
    const since = performance.now()
    this.#starting = this.#server.start().then(
      () => this.#workload.measure('restart to ready ms', performance.now() - since),
      (error: unknown) => {
        // One that is killed again does not become ready, and has not to.
        if (kill === this.#serverKills) throw error
      },
    )
    // It is waited for later.
    this.#starting.catch(() => {})
  }

  /** The server stays up, and has to find its database again by itself. */
  async #killDatabase(): Promise<void> {
    const since = performance.now()
    await killPostgres(this.#dataDir)
    const next = this.#clients.monitor.nextAcknowledged()
    const at = await within(recoversWithinMs, next, 'an order after a kill of PostgreSQL')
    this.#workload.measure('PostgreSQL kill to next order ms', at - since)
  }
}
