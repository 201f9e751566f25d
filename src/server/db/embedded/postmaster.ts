import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Binaries, binary } from './binaries.ts'
import {
  clusterName,
  isNoPostgres,
  postmasterFile,
  processesOf,
  readPostmasterFile,
} from './postmaster-file.ts'
import { type Account, spawnOptions } from './run-as.ts'
import type { ServerLog } from './server-log.ts'

export const socketFolderPrefix = '/tmp/minmin-'

export interface PostmasterOptions {
  binaries: Binaries
  account: Account | undefined
  cluster: string
  socketFolder: string
  serverLog: ServerLog
  durable: boolean
}

/** Starts PostgreSQL and waits until it takes connections, however long a recovery takes. */
export async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { binaries, account, cluster, serverLog } = options
  // A process group of its own: Ctrl-C in the terminal is for the server, which stops PostgreSQL last.
  const child = spawn(binary(binaries, 'postgres'), ['-D', cluster, ...settings(options)], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', serverLog.fd, serverLog.fd],
  })
  child.unref()
  await once(child, 'spawn')
  endWithThisProcess(child, options)
  while (!(await isReady(child, cluster))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`PostgreSQL did not start. It said:\n${serverLog.recent()}`)
    }
    await delay(15)
  }
  return child
}

const watch = `read -r _
kill -INT "$1" && while kill -0 "$1" 2>/dev/null; do sleep 0.1; done
rm -rf "$2"`

/**
 * A killed process runs no code of its own, but the kernel closes its pipes: a shell that reads from
 * one stops PostgreSQL then.
 */
function endWithThisProcess(postgres: ChildProcess, { account, socketFolder }: PostmasterOptions) {
  const watcher = spawn('/bin/sh', ['-c', watch, 'sh', String(postgres.pid), socketFolder], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  watcher.on('error', () => {})
  postgres.once('exit', () => watcher.kill('SIGKILL'))
}

async function isReady(child: ChildProcess, cluster: string): Promise<boolean> {
  const file = await readPostmasterFile(cluster)
  return file?.pid === child.pid && file?.ready === true
}

function settings({ cluster, socketFolder, durable }: PostmasterOptions): string[] {
  const safety = durable ? 'on' : 'off'
  const values = {
    cluster_name: clusterName(cluster),
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    log_destination: 'stderr',
    fsync: safety,
    synchronous_commit: safety,
    full_page_writes: safety,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Asks for a fast shutdown, and for an immediate one when that does not end. */
export async function stopPostmaster(child: ChildProcess, log: (line: string) => void) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  // It was let go at the start; from now on the process waits for it.
  child.ref()
  child.kill('SIGINT')
  const timeout = setTimeout(() => {
    log('PostgreSQL takes too long to stop: ending it at once, it recovers at the next start')
    child.kill('SIGQUIT')
  }, 60_000)
  await exit
  clearTimeout(timeout)
}

/**
 * Ends a PostgreSQL whose server was killed, waits for what a killed PostgreSQL left behind, and
 * clears its traces. Afterwards nothing runs on the cluster.
 */
export async function stopLeftover(
  cluster: string,
  log: (line: string) => void,
  { keepSocketFolder = false } = {},
): Promise<void> {
  const file = await readPostmasterFile(cluster)
  let running = await processesOf(cluster)
  if (file && running.includes(file.pid)) {
    log(`PostgreSQL (process ${file.pid}) outlived its server: stopping it before the new start`)
  }
  const steps = [
    { signal: 'SIGINT', seconds: 30 },
    { signal: 'SIGQUIT', seconds: 10 },
  ] as const
  for (const { signal, seconds } of steps) {
    if (running.length === 0) break
    if (file && running.includes(file.pid)) tryKill(file.pid, signal)
    for (let waited = 0; running.length > 0 && waited < seconds * 1000; waited += 25) {
      await delay(25)
      running = await processesOf(cluster)
    }
  }
  if (running.length > 0) {
    throw new Error(`PostgreSQL still runs on ${cluster} and does not end: ${running.join(', ')}`)
  }
  if (!file) return
  // Its number may belong to another program by now (after a restart of a container, say) or to a
  // zombie (where process 1 buries none). PostgreSQL would take either for itself.
  if (await isNoPostgres(file.pid)) await rm(postmasterFile(cluster), { force: true })
  if (!keepSocketFolder && file.socketFolder.startsWith(socketFolderPrefix)) {
    await rm(file.socketFolder, { recursive: true, force: true })
  }
}

function tryKill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
