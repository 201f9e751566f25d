import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import { registry } from './metrics.ts'

type Metrics = MetricObjectWithValues<MetricValue<string>>[]

interface MetricsRequest {
  metricsRequest: number
}
interface MetricsReply {
  metricsReply: number
  metrics: Metrics
}

const answersWithinMs = 800

/** In a worker: answers the first process, which serves the metrics of all. */
export function answerMetricsRequests(): void {
  process.on('message', async (message: Partial<MetricsRequest>) => {
    const { metricsRequest } = message
    if (metricsRequest === undefined) return
    const metrics = await registry.getMetricsAsJSON()
    const reply: MetricsReply = { metricsReply: metricsRequest, metrics }
    if (process.connected) process.send?.(reply)
  })
}

let lastRequest = 0
const lastAnswers = new Map<Worker, Metrics>()
/** Counters of workers that ended. */
let ofEnded: Metrics = []

/**
 * Of all workers: what one that is late answered before, and the counters of those that ended, since
 * a sum that falls is read as a restart.
 */
export async function readWorkerMetrics(): Promise<Metrics[]> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const request = ++lastRequest
  await Promise.all(
    workers.map(async (worker) => {
      const metrics = await ask(worker, request)
      if (metrics) lastAnswers.set(worker, metrics)
    }),
  )
  for (const [worker, metrics] of lastAnswers) {
    if (!worker.isDead()) continue
    lastAnswers.delete(worker)
    ofEnded = sumOf([ofEnded, metrics.filter(isCounted)])
  }
  return [ofEnded, ...lastAnswers.values()]
}

/** In the answer of a worker, types are the words of the text format. */
const isCounted = ({ type }: Metrics[number]) => ['counter', 'histogram'].includes(String(type))

const sumOf = (parts: Metrics[]) =>
  AggregatorRegistry.aggregate(parts).getMetricsAsArray() as Metrics

async function ask(worker: Worker, request: number): Promise<Metrics | undefined> {
  const { promise, resolve } = Promise.withResolvers<Metrics | undefined>()
  const listen = (message: Partial<MetricsReply>) => {
    if (message.metricsReply === request) resolve(message.metrics)
  }
  const giveUp = () => resolve(undefined)
  const timer = setTimeout(giveUp, answersWithinMs)
  worker.on('message', listen)
  worker.once('exit', giveUp)
  try {
    worker.send({ metricsRequest: request } satisfies MetricsRequest, (error) => {
      if (error) giveUp()
    })
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', listen)
    worker.off('exit', giveUp)
  }
}
