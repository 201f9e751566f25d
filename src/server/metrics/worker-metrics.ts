import cluster, { type Worker } from 'node:cluster'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
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

/** Of all workers that answer in time; one that died or hangs is left out. */
export async function readWorkerMetrics(): Promise<Metrics[]> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const request = ++lastRequest
  const answers = await Promise.all(workers.map((worker) => ask(worker, request)))
  return answers.filter((metrics) => metrics !== undefined)
}

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
