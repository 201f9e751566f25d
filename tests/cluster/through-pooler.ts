import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { findAccount } from '../../src/server/db/embedded/place.ts'
import { administrator, Caller, signInAdministrator } from '../fixtures/caller.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from '../torture/audit.ts'
import { Clients } from '../torture/clients.ts'
import { within } from '../torture/within.ts'
import { serverEnv, type Workload } from '../torture/workload.ts'
import { startPooler } from './pooler.ts'

export interface PoolerFindings extends Findings {
  /** Changes that a second node did not hear of, and jobs that did not run. */
  silent: string[]
}

/**
 * Two nodes whose pools go through PgBouncer by transaction and whose listeners by session. It is
 * killed under orders and payments; afterwards what one node changes is seen on the other.
 */
export async function killPooler(workload: Workload, kills: number): Promise<PoolerFindings> {
  const dataDir = join(workload.folder, 'data')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const postgres = await startEmbeddedPostgres({ dataDir, log: workload.log })
  const direct = new URL(postgres.url)
  const pooler = await startPooler({
    folder: join(workload.folder, 'pooler'),
    host: direct.searchParams.get('host') ?? '',
    port: 5432,
    password: decodeURIComponent(direct.password),
    account: await findAccount(join(dataDir, 'postgres')),
  })
  const env = {
    ...serverEnv,
    DATABASE_URL: pooler.url,
    DATABASE_LISTEN_URL: pooler.listenUrl,
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
  }
  const nodes = await Promise.all(
    ['one', 'two'].map((name) => ServerProcess.over(join(workload.folder, name), { env })),
  )
  const addresses = nodes.map(({ address }) => address)
  const clients = new Clients({ ...workload, addresses })
  async function killAgainAndAgain(): Promise<void> {
    while (workload.progress.faults < kills) {
      await delay(500 + workload.random() * 1_000)
      const begun = performance.now()
      await pooler.restart(workload.random() * 2_000)
      const next = await within(60_000, clients.monitor.nextAcknowledged(), 'an order afterwards')
      workload.measure('from the kill to the next order, ms', next - begun)
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
    const silent = await whatIsSilent(addresses, postgres.url)
    return { ...(await audit(postgres.url, clients)), silent }
  } finally {
    clients.leave()
    for (const node of nodes) await node.stop()
    await pooler.stop()
    await postgres.stop()
  }
}

/** A change on one node is shown by the other, and the jobs of the orders have run. */
async function whatIsSilent([one = '', two = '']: string[], url: string): Promise<string[]> {
  const silent: string[] = []
  const admin = await signInAdministrator(one)
  const reader = new Caller(two)
  const titles = async () => {
    const { products } = await reader.call('GET', '/products')
    return (products as { title: string }[]).map(({ title }) => title)
  }
  // In the memory of the other node from here on.
  await titles()
  await admin.call('POST', '/admin/product', {
    ...{ title: '共乘池的新品', category: '器皿', unit: '個' },
    ...{ price: 300, origin_price: 300, is_enabled: 1 },
  })
  const isTrue = async (what: string, check: () => Promise<boolean>) => {
    for (const giveUpAt = Date.now() + 30_000; !(await check()); await delay(250)) {
      if (Date.now() < giveUpAt) continue
      silent.push(what)
      return
    }
  }
  await isTrue('the other node did not hear of a new product', async () =>
    (await titles()).includes('共乘池的新品'),
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await isTrue('no job ran', async () => {
    const ran = await client.query(`select from pgboss.job where state = 'completed' limit 1`)
    return ran.rowCount === 1
  })
  await client.end()
  return silent
}
