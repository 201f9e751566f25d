import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Installation, runAs, spawnOptions } from './place.ts'
import type { ServerLog } from './server-log.ts'
import { archiveSettings } from './wal-folder.ts'

// Backends end a little after a postmaster that was killed, and hold its shared memory till then.
const restartDelayMs = 200
const retryDelayMs = 5000

interface PostmasterOptions extends Installation {
  socketFolder: string
  serverLog: ServerLog
}

/** State of a running PostgreSQL, from its `postmaster.pid`. */
export async function readPostmasterFile(cluster: string) {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, folder, , , socketFolder = '', , , status] = text.split('\n')
  // A copy of the data of a running shop brings a file that speaks of the other one.
  if (!pid || folder !== cluster) return undefined
  return { pid: Number(pid), socketFolder, isReady: status?.trim() === 'ready' }
}

/** Asks the kernel, since a process id may belong to another program by now. */
export function isListening(socketFolder: string): Promise<boolean> {
  const socket = connect(join(socketFolder, '.s.PGSQL.5432'))
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code !== 'ENOENT' && code !== 'ECONNREFUSED')
    })
  }).finally(() => socket.destroy())
}

/**
 * Keeps PostgreSQL running until `stop` is called. When it dies, it is started again on the same
 * socket, so that the pool reconnects. The first start throws when it fails; a restart is retried
 * until it succeeds.
 */
export async function supervise(options: PostmasterOptions): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping
  let child: ChildProcess | undefined = await startPostmaster(options)
  const supervision = keepRunning()

  async function keepRunning() {
    let failures = 0
    while (true) {
      if (child && isRunning(child)) await once(child, 'exit')
      if (signal.aborted) return
      const end = child?.signalCode ?? child?.exitCode
      if (child) options.log(`PostgreSQL ended by itself (${end}): starting it again`)
      await delay(child ? restartDelayMs : retryDelayMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      child = await startPostmaster(options).catch((error: Error) => {
        // Twelve tries a minute, whose reason stays the same.
        if (failures++ % 12 === 0) options.log(`PostgreSQL cannot be started: ${error.message}`)
        return undefined
      })
      if (child) {
        failures = 0
        options.log('PostgreSQL runs again')
      }
      if (signal.aborted) child?.kill('SIGINT')
    }
  }

  return async () => {
    stopping.abort()
    child?.kill('SIGINT')
    await supervision
  }
}

/** Starts PostgreSQL and waits until it takes connections, however long a recovery takes. */
async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const { cluster, account, programs, socketFolder, serverLog, durable } = options
  await stopLeftover(options)
  const settings = [
    'listen_addresses=',
    'port=5432',
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
  ]
  if (durable) settings.push(...archiveSettings(cluster))
  else settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
  // A process group of its own: Ctrl-C is for the server, which stops PostgreSQL last.
  const child = spawn(join(programs.folder, 'bin', 'postgres'), args, {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', serverLog.fd, serverLog.fd],
  })
  await once(child, 'spawn')
  stopWithThisProcess(child, options)
  while (isRunning(child)) {
    const file = await readPostmasterFile(cluster)
    if (file?.pid === child.pid && file?.isReady) return child
    await delay(15)
  }
  throw new Error(`PostgreSQL did not start. Its log ends with:\n${serverLog.lastLines()}`)
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

// PostgreSQL removes the lock of its socket at its end; its number stays taken until init reaps it.
const watch = `read -r _
kill -INT "$1"
while [ -e "$2/.s.PGSQL.5432.lock" ] && kill -0 "$1" 2>/dev/null; do sleep 0.1; done
rm -rf "$2"`

/**
 * A killed process runs no code of its own, but the kernel closes its pipes: a shell that reads from
 * one stops PostgreSQL then.
 */
function stopWithThisProcess(postgres: ChildProcess, options: PostmasterOptions) {
  const args = ['-c', watch, 'sh', String(postgres.pid), options.socketFolder]
  // Not as PostgreSQL's user: in a folder for temporary files of other rights it may remove nothing.
  const watcher = spawn('/bin/sh', args, {
    ...spawnOptions(undefined),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  postgres.once('exit', () => watcher.kill('SIGKILL'))
}

/** Stops a PostgreSQL whose server was killed. Afterwards no postmaster runs on the cluster. */
export async function stopLeftover({ cluster, account, programs, log }: Installation) {
  const file = await readPostmasterFile(cluster)
  if (file && (await isListening(file.socketFolder))) {
    log(`PostgreSQL (process ${file.pid}) outlived its server: stopping it before the new start`)
    const args = ['stop', '-D', cluster, '-m', 'fast', '-t', '60']
    const { output } = await runAs(account, join(programs.folder, 'bin', 'pg_ctl'), args)
    if (await isListening(file.socketFolder)) {
      throw new Error(`PostgreSQL still runs on ${cluster} and does not stop.\n${output}`)
    }
  }
  // PostgreSQL would take any process of its user that has the number in this file by now (after a
  // restart of a container, say) for a postmaster.
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}
