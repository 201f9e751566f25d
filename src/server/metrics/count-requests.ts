import type { FastifyInstance, FastifyRequest } from 'fastify'
import { httpRequests, httpSeconds } from './metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/**
 * Counts every answer by the template of its route, and logs it at `info`: what no route knows is one
 * of them. An address may hold codes, and is no part of either.
 */
export function countRequests(app: FastifyInstance, logLevel: string): void {
  const isLogged = ['trace', 'debug', 'info'].includes(logLevel)
  app.addHook('onResponse', (request, reply, next) => {
    const route = routeOf(request)
    const method = methods.has(request.method) ? request.method : 'other'
    const status = `${Math.trunc(reply.statusCode / 100)}xx`
    httpRequests.inc({ route, method, status })
    httpSeconds.observe({ route }, reply.elapsedTime / 1_000)
    if (isLogged) {
      const { statusCode, elapsedTime } = reply
      const ms = Math.round(elapsedTime)
      app.log.info({ reqId: request.id, method, route, status: statusCode, ms }, 'answered')
    }
    next()
  })
}

function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions
  // The route of preflights stands for every address.
  return request.is404 || url === undefined || url === '*' ? 'unknown' : url
}
