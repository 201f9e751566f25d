import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findAccount } from '../../src/server/db/embedded/place.ts'
import { freePort } from '../../src/server/testing/free-port.ts'
import { systemPrograms } from '../backup/system-postgres.ts'
import { findProgram, type RunningProgram, startProgram } from './programs.ts'

const root = join(import.meta.dirname, '../..')
export const passwords = { superuser: 'super-1', shop: 'shop-1' }

interface Machine {
  name: string
  port: number
  restPort: number
  dataDir: string
  running: RunningProgram | undefined
}

export interface DatabaseCluster {
  /** Through HAProxy: the primary. */
  port: number
  /** Of a role with all rights on the primary of now. */
  superuserUrl(): Promise<string>
  /** Kills the primary and its Patroni with -9, as a machine that is gone. */
  killPrimary(): Promise<{ name: string }>
  /** Starts the killed machine, and waits until it is the synchronous standby. */
  rejoin(name: string): Promise<void>
  stop(): Promise<void>
}

/** etcd, two machines of PostgreSQL under Patroni, and HAProxy before them, with the files of deploy/. */
export async function startDatabaseCluster(folder: string): Promise<DatabaseCluster> {
  const account = await findAccount('/nowhere')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  if (account) await chown(folder, account.uid, account.gid)
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const etcd = await startProgram({
    command: [
      ...(findProgram('etcd') ?? []),
      ...['--data-dir', join(folder, 'etcd')],
      ...['--listen-client-urls', `http://127.0.0.1:${etcdPort}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${etcdPort}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-cluster', `default=http://127.0.0.1:${peerPort}`],
    ],
    ...{ logFile: join(folder, 'etcd.log'), port: etcdPort, account },
  })
  const machines: Machine[] = []
  for (const name of ['one', 'two']) {
    machines.push({
      name,
      port: await freePort(),
      restPort: await freePort(),
      dataDir: join(folder, name),
      running: undefined,
    })
  }

  async function start(machine: Machine): Promise<void> {
    const { name, restPort } = machine
    const file = join(folder, `${name}.yml`)
    await writeFile(file, await patroniConfig(machine, etcdPort))
    machine.running = await startProgram({
      command: [...(findProgram('patroni') ?? []), file],
      ...{ logFile: join(folder, `${name}.log`), port: restPort, account },
    })
  }
  const stateOf = async ({ restPort }: Machine) =>
    fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2_000) })
      .then(
        (reply) => reply.json() as Promise<{ role: string; state: string; sync_standby?: boolean }>,
      )
      .catch(() => undefined)
  const isPrimary = async (machine: Machine) =>
    /^(primary|master|leader)$/.test((await stateOf(machine))?.role ?? '')

  async function until(what: string, check: () => Promise<boolean>): Promise<void> {
    for (const giveUpAt = Date.now() + 180_000; !(await check()); await delay(200)) {
      if (Date.now() > giveUpAt) throw new Error(`${what}; see ${folder}`)
    }
  }
  async function primary(): Promise<Machine> {
    for (const machine of machines) if (await isPrimary(machine)) return machine
    throw new Error('there is no primary')
  }
  const untilSynchronous = () =>
    until('no synchronous standby', async () => {
      const states = await Promise.all(machines.map(stateOf))
      return states.some((state) => state?.sync_standby === true)
    })

  const [first, second] = machines
  if (!first || !second) throw new Error('there are no machines')
  await start(first)
  await until('the first machine is no primary', () => isPrimary(first))
  await start(second)
  await untilSynchronous()
  const deployed = await readFile(join(root, 'deploy/haproxy-postgres.cfg'), 'utf8')
  const proxyFile = join(folder, 'haproxy.cfg')
  await writeFile(
    proxyFile,
    deployed
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
      .replace(
        '10.0.0.21:5432 check port 8008',
        `127.0.0.1:${first.port} check port ${first.restPort}`,
      )
      .replace(
        '10.0.0.22:5432 check port 8008',
        `127.0.0.1:${second.port} check port ${second.restPort}`,
      ),
  )
  const haproxy = await startProgram({
    command: [...(findProgram('haproxy') ?? []), '-db', '-f', proxyFile],
    ...{ logFile: join(folder, 'haproxy.log'), port, account },
  })
  const superuserUrl = async () =>
    `postgres://postgres:${passwords.superuser}@127.0.0.1:${(await primary()).port}/postgres`
  await createShopDatabase(await superuserUrl())
  // Until its first checks HAProxy takes both for a primary.
  let inARow = 0
  await until('HAProxy finds no primary', async () => {
    inARow = (await isWritable(port)) ? inARow + 1 : 0
    return inARow === 20
  })

  return {
    port,
    superuserUrl,
    async killPrimary() {
      const machine = await primary()
      const postmaster = await readFile(join(machine.dataDir, 'postmaster.pid'), 'utf8')
      await machine.running?.kill('SIGKILL')
      process.kill(Number(postmaster.split('\n')[0]), 'SIGKILL')
      return { name: machine.name }
    },
    async rejoin(name) {
      const machine = machines.find((one) => one.name === name)
      if (machine) await start(machine)
      await untilSynchronous()
    },
    async stop() {
      for (const { running } of machines) await running?.kill('SIGTERM')
      await haproxy.kill('SIGKILL')
      await etcd.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** deploy/patroni.yml, of which only names, places and passwords are changed. */
async function patroniConfig(
  { name, port, restPort, dataDir }: Machine,
  etcdPort: number,
): Promise<string> {
  const deployed = await readFile(join(root, 'deploy/patroni.yml'), 'utf8')
  return deployed
    .replace('name: one', `name: ${name}`)
    .replace('0.0.0.0:8008', `127.0.0.1:${restPort}`)
    .replace('10.0.0.21:8008', `127.0.0.1:${restPort}`)
    .replace(/hosts: \[.*\]/, `hosts: ["127.0.0.1:${etcdPort}"]`)
    .replace('0.0.0.0:5432', `127.0.0.1:${port}`)
    .replace('10.0.0.21:5432', `127.0.0.1:${port}`)
    .replace('/var/lib/postgresql/minmin', dataDir)
    .replace('/usr/lib/postgresql/17/bin', systemPrograms ?? '')
    .replace('a-password-of-its-own', passwords.superuser)
    .replaceAll('10.0.0.0/8', '127.0.0.1/32')
    .replace('pg_hba:', `parameters: { unix_socket_directories: "" }\n  pg_hba:`)
}

async function isWritable(port: number): Promise<boolean> {
  const connectionString = `postgres://minmin:${passwords.shop}@127.0.0.1:${port}/minmin`
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_so: boolean }>('select pg_is_in_recovery() as is_so')
    return rows[0]?.is_so === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function createShopDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create role minmin login password '${passwords.shop}'`)
  await client.query('create database minmin owner minmin')
  await client.end()
}
