import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { openCommitProxy } from '../../src/server/testing/commit-proxy.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import { Crowd } from './crowd.ts'
import { type Scene, serverEnv } from './scene.ts'
import { within } from './within.ts'

const writes = {
  order: 'insert into "orders"',
  payment: 'insert into "payments"',
  anything: '',
}

/** The connection is cut at a COMMIT: just before it, or between it and its answer. */
export async function cutAtCommits(scene: Scene, cuts: number): Promise<Findings> {
  const dataDir = join(scene.folder, 'data')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const postgres = await startEmbeddedPostgres({ dataDir, log: scene.log })
  const proxy = await openCommitProxy(postgres.url)
  const server = await ServerProcess.over(join(scene.folder, 'node'), {
    env: { ...serverEnv, DATABASE_URL: proxy.url },
    without: scene.without,
  })
  const crowd = new Crowd({ ...scene, addresses: [server.address] })
  async function cutAgainAndAgain(): Promise<void> {
    while (scene.progress.faults < cuts) {
      await delay(20 + scene.random() * 60)
      const kinds = Object.values(writes)
      const words = kinds[Math.floor(scene.random() * kinds.length)] ?? ''
      const moment = scene.random() < 0.7 ? 'after' : 'before'
      const since = performance.now()
      await within(60_000, proxy.cutNext(words, moment), 'a COMMIT to cut')
      const next = crowd.watch.nextAcknowledged()
      scene.measure('cut to next order ms', (await within(60_000, next, 'an order')) - since)
      scene.progress.faults += 1
      await scene.save()
    }
  }
  try {
    await server.start()
    await crowd.arrive()
    await Promise.race([cutAgainAndAgain(), crowd.shop(), server.endedByItself])
    await crowd.finish()
    return await audit(postgres.url, crowd)
  } finally {
    crowd.leave()
    await server.stop()
    await proxy.close()
    await postgres.stop()
  }
}
