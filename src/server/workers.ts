import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What a worker tells its primary once it listens. */
export interface WorkerOpened {
  opened: string
}

export interface RunningWorkers {
  address: string
  /** All of them answer what is open and end. */
  stop(): Promise<void>
}

/** A worker that did not live this long is not replaced at once, lest processes be spun. */
const stableAfterMs = 5_000
const pauseMs = 1_000
const stopsWithinMs = 30_000

/**
 * With a queue in the kernel for each worker, the connections of one that dies end at once. Handed
 * over by the primary, as where the kernel cannot, one that was on its way would hang for ever.
 */
export const sharesPort = process.platform === 'linux'

/** Runs the server's program `count` times on one port; who dies is replaced. */
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

  async function replace(worker: Worker, bornAt: number, how: string): Promise<void> {
    say(`Worker ${worker.process.pid} ended (${how}): another one takes its place`)
    if (Date.now() - bornAt < stableAfterMs) await delay(pauseMs)
    if (!isStopping) keep(cluster.fork(env))
  }

  /** From now on it is replaced when it ends. */
  function keep(worker: Worker): void {
    const bornAt = Date.now()
    // What it says about its end is read by whoever waits for it to open.
    worker.on('exit', (code, signal) => {
      if (!isStopping) void replace(worker, bornAt, signal ?? `exit code ${code}`)
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
      // One that ended in the meantime will not say so again.
      if (worker.isDead()) void replace(worker, Date.now(), 'early')
      else keep(worker)
    }
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Taken by nobody, not even by another shop that would share it; 0 becomes one that is free. */
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
