import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { openCommitProxy } from '../../src/server/testing/doubles/commit-proxy.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import { Clients } from './clients.ts'
import { within } from './within.ts'
import { serverEnv, type Workload } from './workload.ts'

const writes = {
  order: 'insert into "orders"',
  payment: 'insert into "payments"',
  anything: '',
}

/** The connection is cut at a COMMIT: just before it, or between it and its answer. */
export async function cutAtCommits(workload: Workload, cuts: number): Promise<Findings> {
  const dataDir = join(workload.folder, 'data')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const postgres = await startEmbeddedPostgres({ dataDir, log: workload.log })
  const proxy = await openCommitProxy(postgres.url)
  const server = await ServerProcess.over(join(workload.folder, 'node'), {
    env: { ...serverEnv, DATABASE_URL: proxy.url },
    mutant: workload.mutant,
  })
  const clients = new Clients({ ...workload, addresses: [server.address] })
  async function cutAgainAndAgain(): Promise<void> {
    while (workload.progress.faults < cuts) {
      await delay(20 + workload.random() * 60)
      const kinds = Object.values(writes)
      const words = kinds[Math.floor(workload.random() * kinds.length)] ?? ''
      const moment = workload.random() < 0.7 ? 'after' : 'before'
      const since = performance.now()
      await within(60_000, proxy.cutNext(words, moment), 'a COMMIT to cut')
      const next = clients.monitor.nextAcknowledged()
      workload.measure('cut to next order ms', (await within(60_000, next, 'an order')) - since)
      workload.progress.faults += 1
      await workload.save()
    }
  }
  try {
    await server.start()
    await clients.arrive()
    await Promise.race([cutAgainAndAgain(), clients.shop(), server.endedByItself])
    await clients.finish()
    return await audit(postgres.url, clients)
  } finally {
    clients.leave()
    await server.stop()
    await proxy.close()
    await postgres.stop()
  }
}
