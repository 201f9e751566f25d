import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The message of a worker to its primary once it listens. */
export interface WorkerOpened {
  opened: string
}

export interface RunningWorkers {
  address: string
  /** Lets all workers answer their open requests and exit. */
  stop(): Promise<void>
}

/** A worker that lived shorter is replaced after a pause: a crash loop must not take a processor. */
const stableAfterMs = 5_000
const pauseMs = 1_000
const stopsWithinMs = 30_000

/**
 * SO_REUSEPORT: the kernel has a queue for each worker, and the connections of a worker that dies end
 * at once. Where the primary hands them over, a connection on its way to a dead worker would hang.
 */
export const sharesPort = process.platform === 'linux'

/** Runs the server's program `count` times on one port; a worker that ends is replaced. */
export async function startWorkers(options: {
  count: number
  host: string
  port: number
  env: NodeJS.ProcessEnv
  say: (line: string) => void
}): Promise<RunningWorkers> {
  const { count, say } = options
  let isStopping = false
  const env = { ...options.env, PORT: String(await findPort(options.host, options.port)) }

  function onceOpen(worker: Worker): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    worker.on('message', (message: WorkerOpened) => resolve(message.opened))
    worker.on('exit', () => reject(new Error('A worker ended before it was open.')))
    return promise
  }

  async function replace(worker: Worker, startedAt: number, how: string): Promise<void> {
    say(`Worker ${worker.process.pid} ended (${how}): another one takes its place`)
    if (Date.now() - startedAt < stableAfterMs) await delay(pauseMs)
    if (!isStopping) replaceOnExit(cluster.fork(env))
  }

  /** Replaces the worker when it ends. */
  function replaceOnExit(worker: Worker): void {
    const startedAt = Date.now()
    // `onceOpen` listens for the same exit while the worker starts.
    worker.on('exit', (code, signal) => {
      if (!isStopping) void replace(worker, startedAt, signal ?? `exit code ${code}`)
    })
  }

  async function stop(): Promise<void> {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map(stopWorker))
  }

  const first = Array.from({ length: count }, () => cluster.fork(env))
  try {
    const [address = ''] = await Promise.all(first.map(onceOpen))
    for (const worker of first) {
      // A worker that has already exited emits no second event.
      if (worker.isDead()) void replace(worker, Date.now(), 'early')
      else replaceOnExit(worker)
    }
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A port that no process listens on, not even with SO_REUSEPORT; 0 becomes a free port. */
async function findPort(host: string, port: number): Promise<number> {
  const probe = createServer().listen({ host, port })
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : port
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const exit = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const timeout = setTimeout(() => worker.process.kill('SIGKILL'), stopsWithinMs)
  await exit
  clearTimeout(timeout)
}
