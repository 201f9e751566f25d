import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import { Clients } from './clients.ts'
import { within } from './within.ts'
import { serverEnv, type Workload } from './workload.ts'

/** The same for both, which have folders of their own. */
const secretsKey = Buffer.alloc(32, 7).toString('base64')

/**
 * Two nodes over one database: every order and payment goes to both at once, while now one, now the
 * other is killed with -9.
 */
export async function killNodes(workload: Workload, kills: number): Promise<Findings> {
  const dataDir = join(workload.folder, 'data')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const postgres = await startEmbeddedPostgres({ dataDir, log: workload.log })
  const nodes = await Promise.all(
    ['one', 'two'].map((name) =>
      ServerProcess.over(join(workload.folder, name), {
        env: { ...serverEnv, SECRETS_KEY: secretsKey, DATABASE_URL: postgres.url },
        mutant: workload.mutant,
      }),
    ),
  )
  const addresses = nodes.map(({ address }) => address)
  const clients = new Clients({ ...workload, addresses })
  async function killAgainAndAgain(): Promise<void> {
    while (workload.progress.faults < kills) {
      const node = nodes[Math.floor(workload.random() * nodes.length)]
      await delay(300 + workload.random() * 900)
      await node?.kill()
      // The other one goes on alone.
      await within(60_000, clients.monitor.nextAcknowledged(), 'an order from the other node')
      await node?.start()
      workload.progress.faults += 1
      await workload.save()
    }
  }
  try {
    for (const node of nodes) await node.start()
    await clients.arrive()
    const ended = nodes.map(({ endedByItself }) => endedByItself)
    await Promise.race([killAgainAndAgain(), clients.shop(), ...ended])
    await clients.finish()
    return await audit(postgres.url, clients)
  } finally {
    clients.leave()
    for (const node of nodes) await node.stop()
    await postgres.stop()
  }
}
