import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dataHeaders } from '../http/security-headers.ts'
import { catalogReads } from '../metrics/metrics.ts'
import type { PrecompressedResponse } from './precompressed-response.ts'

const fromMemory = catalogReads.labels({ from: 'memory' })

/** Headers of a same-origin reply, as the hooks after this one would send them. */
const headers = { ...dataHeaders, vary: 'Origin' }

/**
 * Answers a cached public read before the hooks that look at cookies and foreign origins; a request
 * that names an origin passes them all, and is then answered by the handler from the same cache.
 */
export function answerCachedReads(
  app: FastifyInstance,
  find: (request: FastifyRequest) => PrecompressedResponse | undefined,
): void {
  app.addHook('onRequest', (request, reply, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const found = isRead && request.headers.origin === undefined ? find(request) : undefined
    if (!found?.trySend(request, reply.headers(found.headers ?? headers))) return next()
    fromMemory.inc()
  })
}
