import type { FastifyInstance } from 'fastify'

/** Whether a proxy may send requests here, and details for a person. */
export interface Readiness {
  /** Reports not ready from now on; requests that arrive are still answered. */
  drain(): void
  isDraining(): boolean
}

export function createReadiness(): Readiness {
  let isDraining = false
  return {
    drain: () => {
      isDraining = true
    },
    isDraining: () => isDraining,
  }
}

/**
 * For proxies and supervisors. Ready says nothing of the database: all nodes share it, and while it
 * is down each of them still answers from its cache, and 503 for the rest.
 */
export function healthRoutes(app: FastifyInstance, { readiness }: { readiness: Readiness }): void {
  const options = { schema: { hide: true } }
  app.get('/health/live', options, async (_, reply) => {
    reply.header('Cache-Control', 'no-store')
    return { isLive: true }
  })
  app.get('/health/ready', options, async (_, reply) => {
    reply.header('Cache-Control', 'no-store')
    const isReady = !readiness.isDraining()
    return reply.code(isReady ? 200 : 503).send({ isReady })
  })
}
