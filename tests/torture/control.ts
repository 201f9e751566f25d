import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runStatement } from '../../src/server/testing/run-statement.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import { Crowd } from './crowd.ts'
import { databaseOf } from './database-of.ts'
import { killPostgres } from './kill-postgres.ts'
import { type Scene, serverEnv } from './scene.ts'
import { within } from './within.ts'

/**
 * PostgreSQL answers before a transaction is on disk, and is killed: orders must be found lost.
 * A harness that finds none here would find none elsewhere.
 */
export async function loseOrders(scene: Scene, kills: number): Promise<Findings> {
  const dataDir = join(scene.folder, 'data')
  const server = await ServerProcess.over(dataDir, { env: serverEnv })
  const crowd = new Crowd({ ...scene, addresses: [server.address] })
  async function killDatabase(): Promise<void> {
    const since = performance.now()
    await killPostgres(dataDir)
    const at = await within(60_000, crowd.watch.nextAcknowledged(), 'an order after the kill')
    scene.measure('PostgreSQL kill to next order ms', at - since)
  }
  async function killAgainAndAgain(): Promise<void> {
    // Connections that were open before would still be careful.
    await killDatabase()
    while (scene.progress.faults < kills) {
      await delay(1000)
      await killDatabase()
      scene.progress.faults += 1
      await scene.save()
    }
  }
  try {
    await server.start()
    await runStatement(
      await databaseOf(dataDir),
      'ALTER DATABASE minmin SET synchronous_commit = off',
    )
    await crowd.arrive()
    await Promise.race([killAgainAndAgain(), crowd.shop(), server.endedByItself])
    await crowd.finish()
    return await audit(await databaseOf(dataDir), crowd)
  } finally {
    crowd.leave()
    await server.stop()
  }
}
