import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type OpenSpan, tracer } from './tracer.ts'

/**
 * Each request is a trace; the id of the request, which the log has, finds it. Nothing of the address
 * but the template of its route is in it.
 */
export function traceRequests(app: FastifyInstance): void {
  const traced = tracer()
  if (!traced) return
  const open = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id } = request
    const route = routeOf(request)
    const span = traced.beginTrace({
      name: `${method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route, 'minmin.request_id': id },
    })
    if (!span) return done()
    open.set(request, span)
    span.within(done)
  })
  // The body comes with events of the connection, which know no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = open.get(request)
    if (span) span.within(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    open.get(request)?.end({
      attributes: { 'http.response.status_code': statusCode },
      ...(statusCode >= 500 && { error: { name: `HTTP ${statusCode}` } }),
    })
    done()
  })
}

function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions
  return request.is404 || url === undefined || url === '*' ? 'unknown' : url
}
