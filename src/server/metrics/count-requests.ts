import type { FastifyInstance, FastifyRequest } from 'fastify'
import { httpRequests, httpSeconds } from './metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Counts every answer by the template of its route: what no route knows is one of them. */
export function countRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    const route = routeOf(request)
    const method = methods.has(request.method) ? request.method : 'other'
    const status = `${Math.trunc(reply.statusCode / 100)}xx`
    httpRequests.inc({ route, method, status })
    httpSeconds.observe({ route }, reply.elapsedTime / 1_000)
    next()
  })
}

function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
}
