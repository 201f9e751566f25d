import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findAccount } from '../../src/server/db/embedded/place.ts'
import { freePort } from '../../src/server/testing/free-port.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from '../torture/audit.ts'
import { Clients } from '../torture/clients.ts'
import { within } from '../torture/within.ts'
import { serverEnv, type Workload } from '../torture/workload.ts'
import { passwords, startDatabaseCluster } from './database-cluster.ts'
import { startPooler } from './pooler.ts'
import { findProgram, type RunningProgram, startProgram } from './programs.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Two nodes behind HAProxy, PgBouncer, and PostgreSQL with a synchronous standby. The primary is
 * killed under orders and payments; the standby takes over and the shop goes on by itself.
 */
export async function killPrimaries(workload: Workload, kills: number): Promise<Findings> {
  const folder = workload.folder
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const cluster = await startDatabaseCluster(join(folder, 'cluster'))
  const pooler = await startPooler({
    folder: join(folder, 'pooler'),
    ...{ host: '127.0.0.1', port: cluster.port, password: passwords.shop },
    account: await findAccount('/nowhere'),
  })
  const env = { ...serverEnv, DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: pooler.listenUrl }
  const nodes = await Promise.all(
    ['node-one', 'node-two'].map((name) =>
      ServerProcess.over(join(folder, name), { env: { ...env, TRUSTED_PROXIES: '127.0.0.1' } }),
    ),
  )
  let proxy: RunningProgram | undefined
  let clients: Clients | undefined
  try {
    for (const node of nodes) await node.start()
    const door = await startDoor(folder, nodes)
    proxy = door.running
    const present = new Clients({ ...workload, addresses: [door.address] })
    clients = present
    await present.arrive()
    async function killAgainAndAgain(): Promise<void> {
      while (workload.progress.faults < kills) {
        await delay(1_000 + workload.random() * 3_000)
        const begun = performance.now()
        const { name } = await cluster.killPrimary()
        const next = await within(
          120_000,
          present.monitor.nextAcknowledged(),
          'an order on the new primary',
        )
        workload.measure('from the kill to the next order, ms', next - begun)
        await cluster.rejoin(name)
        workload.progress.faults += 1
        workload.log(`${workload.progress.faults} kills, ${present.monitor.acknowledged} orders`)
        await workload.save()
      }
    }
    const ended = nodes.map(({ endedByItself }) => endedByItself)
    await Promise.race([killAgainAndAgain(), present.shop(), ...ended])
    await present.finish()
    const url = new URL(await cluster.superuserUrl())
    url.pathname = '/minmin'
    workload.log(await books(url.href))
    return await audit(url.href, present)
  } finally {
    clients?.leave()
    for (const node of nodes) await node.stop()
    await proxy?.kill('SIGKILL')
    await pooler.stop()
    await cluster.stop()
  }
}

/** deploy/haproxy.cfg, of which only places are changed. */
async function startDoor(folder: string, nodes: readonly ServerProcess[]) {
  const port = await freePort()
  const file = join(folder, 'door.cfg')
  const deployed = await readFile(join(root, 'deploy/haproxy.cfg'), 'utf8')
  const places = nodes.map(({ address }) => new URL(address).host)
  await writeFile(
    file,
    deployed
      .replace(/^ {4}bind :80\n/m, `    bind 127.0.0.1:${port}\n`)
      .replace(/^ {4}bind :443.*\n/m, '')
      // Guests of a shop with https have a cookie that only browsers keep.
      .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
      // An account that is not root may not raise its limits so far.
      .replace('maxconn 20000', 'maxconn 2000')
      .replace(/^ {4}http-request redirect.*\n/m, '')
      .replaceAll('/etc/haproxy/try-again.http', join(root, 'deploy/try-again.http'))
      .replaceAll('10.0.0.11:3000', places[0] ?? '')
      .replaceAll('10.0.0.12:3000', places[1] ?? '')
      .replaceAll('abns@minmin-writes', `abns@minmin-writes-${port}`),
  )
  const running = await startProgram({
    command: [...(findProgram('haproxy') ?? []), '-db', '-f', file],
    ...{ logFile: join(folder, 'door.log'), port, account: undefined },
  })
  return { running, address: `http://127.0.0.1:${port}` }
}

async function books(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ text: string }>(
    `select format('books: %s orders, %s entries, paid %s, booked %s',
       (select count(*) from orders), (select count(*) from book_entries),
       (select count(*) from orders where payment_state = 'paid'),
       (select count(distinct order_id) from book_entries)) as text`,
  )
  await client.end()
  return rows[0]?.text ?? ''
}
