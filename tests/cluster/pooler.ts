import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../src/server/testing/free-port.ts'
import { type Account, findProgram, type RunningProgram, startProgram } from './programs.ts'

const root = join(import.meta.dirname, '../..')

export interface Pooler {
  /** For the pool of a node, by transaction. */
  url: string
  /** For what listens, by session. */
  listenUrl: string
  /** Killed with -9 and started again, after `ms` without one. */
  restart(ms: number): Promise<void>
  stop(): Promise<void>
}

interface PoolerOptions {
  folder: string
  /** Where PostgreSQL is: the folder of a socket or an address, and its port. */
  host: string
  port: number
  password: string
  account: Account | undefined
}

/** PgBouncer with deploy/pgbouncer.ini, of which only places are changed. */
export async function startPooler(options: PoolerOptions): Promise<Pooler> {
  const { folder, host, port, password, account } = options
  const listenPort = await freePort()
  await mkdir(folder, { recursive: true })
  const users = join(folder, 'userlist.txt')
  await writeFile(users, `"minmin" "${password}"\n`)
  const deployed = await readFile(join(root, 'deploy/pgbouncer.ini'), 'utf8')
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    deployed
      .replaceAll('host=127.0.0.1 port=5432', `host=${host} port=${port}`)
      .replace('listen_port = 6432', `listen_port = ${listenPort}\nunix_socket_dir =`)
      .replace('/etc/pgbouncer/userlist.txt', users),
  )
  if (account) for (const path of [folder, users, file]) await chown(path, account.uid, account.gid)
  const logFile = join(folder, 'pgbouncer.log')
  await writeFile(logFile, '')
  const start = () =>
    startProgram({
      command: [...(findProgram('pgbouncer') ?? []), file],
      ...{ logFile, port: listenPort, account },
    })
  let running: RunningProgram = await start()
  const urlOf = (database: string) =>
    `postgres://minmin:${encodeURIComponent(password)}@127.0.0.1:${listenPort}/${database}`
  return {
    url: urlOf('minmin'),
    listenUrl: urlOf('minmin_session'),
    async restart(ms) {
      await running.kill('SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, ms))
      running = await start()
    },
    stop: () => running.kill('SIGKILL'),
  }
}
