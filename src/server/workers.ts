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

/** After SIGTERM: the drain, then what open requests and jobs may take at most, and time to spare. */
export const killsAfterMs = (drainSeconds: number) => (drainSeconds + 30) * 1_000

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
  drainSeconds: number
  env: NodeJS.ProcessEnv
  say: (line: string) => void
}): Promise<RunningWorkers> {
  const { count, say } = options
  let isStopping = false
  const env = { ...options.env, PORT: String(await findPort(options.host, options.port)) }

  const opened = new Set<Worker>()
  let isOpen = false
  const open = Promise.withResolvers<string>()

  function start(): void {
    const worker = cluster.fork(env)
    const startedAt = Date.now()
    worker.once('message', (message: WorkerOpened) => {
      opened.add(worker)
      if (opened.size < count) return
      isOpen = true
      open.resolve(message.opened)
    })
    worker.on('exit', (code, signal) => {
      opened.delete(worker)
      if (isStopping) return
      // One that was killed says nothing about the next; one that gave up would give up again.
      if (!isOpen && signal === null) open.reject(new Error('A worker ended before it was open.'))
      else void replace(worker, startedAt, signal ?? `exit code ${code}`)
    })
  }

  async function replace(worker: Worker, startedAt: number, how: string): Promise<void> {
    say(`Worker ${worker.process.pid} ended (${how}): another one takes its place`)
    if (Date.now() - startedAt < stableAfterMs) await delay(pauseMs)
    if (!isStopping) start()
  }

  async function stop(): Promise<void> {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map((worker) => stopWorker(worker, killsAfterMs(options.drainSeconds))),
    )
  }

  for (let number = 0; number < count; number++) start()
  try {
    return { address: await open.promise, stop }
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

async function stopWorker(worker: Worker, timeoutMs: number): Promise<void> {
  if (worker.isDead()) return
  const exit = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const timeout = setTimeout(() => worker.process.kill('SIGKILL'), timeoutMs)
  await exit
  clearTimeout(timeout)
}
