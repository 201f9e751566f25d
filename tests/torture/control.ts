import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runStatement } from '../../src/server/testing/database/run-statement.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import { Clients } from './clients.ts'
import { databaseOf } from './database-of.ts'
import { killPostgres } from './kill-postgres.ts'
import { within } from './within.ts'
import { serverEnv, type Workload } from './workload.ts'

/**
 * The control run: PostgreSQL runs without synchronous commit and is killed, so the audit must find
 * lost orders. An audit that finds none here would find none elsewhere.
 */
export async function loseOrders(workload: Workload, kills: number): Promise<Findings> {
  const dataDir = join(workload.folder, 'data')
  const server = await ServerProcess.over(dataDir, { env: serverEnv })
  const clients = new Clients({ ...workload, addresses: [server.address] })
  async function killDatabase(): Promise<void> {
    const since = performance.now()
    await killPostgres(dataDir)
    const at = await within(60_000, clients.monitor.nextAcknowledged(), 'an order after the kill')
    workload.measure('PostgreSQL kill to next order ms', at - since)
  }
  async function killAgainAndAgain(): Promise<void> {
    // Connections that were open before would still be careful.
    await killDatabase()
    while (workload.progress.faults < kills) {
      await delay(1000)
      await killDatabase()
      workload.progress.faults += 1
      await workload.save()
    }
  }
  try {
    await server.start()
    await runStatement(
      await databaseOf(dataDir),
      'ALTER DATABASE minmin SET synchronous_commit = off',
    )
    await clients.arrive()
    await Promise.race([killAgainAndAgain(), clients.shop(), server.endedByItself])
    await clients.finish()
    return await audit(await databaseOf(dataDir), clients)
  } finally {
    clients.leave()
    await server.stop()
  }
}
