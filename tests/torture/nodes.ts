import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import { Crowd } from './crowd.ts'
import { type Scene, serverEnv } from './scene.ts'
import { within } from './within.ts'

/**
 * Two nodes over one database: every order and payment goes to both at once, while now one, now the
 * other is killed with -9.
 */
export async function killNodes(scene: Scene, kills: number): Promise<Findings> {
  const dataDir = join(scene.folder, 'data')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const postgres = await startEmbeddedPostgres({ dataDir, log: scene.log })
  const nodes = await Promise.all(
    ['one', 'two'].map((name) =>
      ServerProcess.over(join(scene.folder, name), {
        env: { ...serverEnv, DATABASE_URL: postgres.url },
        without: scene.without,
      }),
    ),
  )
  const addresses = nodes.map(({ address }) => address)
  const crowd = new Crowd({ ...scene, addresses })
  async function killAgainAndAgain(): Promise<void> {
    while (scene.progress.faults < kills) {
      const node = nodes[Math.floor(scene.random() * nodes.length)]
      await delay(300 + scene.random() * 900)
      await node?.kill()
      // The other one goes on alone.
      await within(60_000, crowd.watch.nextAcknowledged(), 'an order from the other node')
      await node?.start()
      scene.progress.faults += 1
      await scene.save()
    }
  }
  try {
    for (const node of nodes) await node.start()
    await crowd.arrive()
    const ended = nodes.map(({ endedByItself }) => endedByItself)
    await Promise.race([killAgainAndAgain(), crowd.shop(), ...ended])
    await crowd.finish()
    return await audit(postgres.url, crowd)
  } finally {
    crowd.leave()
    for (const node of nodes) await node.stop()
    await postgres.stop()
  }
}
