import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { AggregatorRegistry, Registry } from 'prom-client'
import type { MetricsSettings } from '../config-operations.ts'
import { collectProcessMetrics, registry } from './metrics.ts'
import { createSharedMetrics, type SharedMetricsOptions } from './shared-metrics.ts'
import { readWorkerMetrics } from './worker-metrics.ts'

export interface MetricsServer {
  address: string
  close(): Promise<void>
}

/** A listener of its own that answers GET /metrics and nothing else. */
export async function serveMetrics(
  { host, port }: MetricsSettings,
  shared: SharedMetricsOptions,
): Promise<MetricsServer> {
  collectProcessMetrics()
  const sharedMetrics = createSharedMetrics(shared)
  const hasWorkers = cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0

  async function collect(): Promise<string> {
    const own = async () => (hasWorkers ? readWorkerMetrics() : [await registry.getMetricsAsJSON()])
    const [ofProcesses, ofShop] = await Promise.all([own(), sharedMetrics.collect()])
    return AggregatorRegistry.aggregate([...ofProcesses, ofShop]).metrics()
  }

  const server = createServer(async (request, response) => {
    const isKnown = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isKnown) return response.writeHead(404).end()
    try {
      const text = await collect()
      response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  server.listen({ host, port })
  await once(server, 'listening')
  const bound = server.address()
  const boundPort = typeof bound === 'object' && bound ? bound.port : port
  return {
    address: `http://${host}:${boundPort}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await sharedMetrics.close()
    },
  }
}
