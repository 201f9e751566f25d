import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type ShopErrorCode, shopErrors } from '#contract/errors.ts'
import type { Config } from '../config.ts'
import { ShopError } from './shop-error.ts'

type Timeouts = Config['timeouts']

const secondMs = 1_000

/** The time limits of a connection; a slower client is disconnected. */
export function connectionOptions(timeouts: Timeouts) {
  return {
    // Node knows one limit for whole requests, so it is that of the longest, an upload.
    requestTimeout: timeouts.uploadSeconds * secondMs,
    connectionTimeout: timeouts.idleSeconds * secondMs,
    keepAliveTimeout: 72 * secondMs,
    http: {
      headersTimeout: timeouts.headersSeconds * secondMs,
      connectionsCheckingInterval: secondMs,
    },
    clientErrorHandler: answerUnreadable,
  }
}

/** Refuses what proxies and servers read differently, and bodies that come too slowly. */
export function guardConnections(app: FastifyInstance, timeouts: Timeouts): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (isPlain(request.raw)) return next()
    reply.header('Connection', 'close')
    next(new ShopError('INVALID_INPUT'))
  })
  // After the caller is known: a picture of the administrator may take as long as its line needs.
  app.addHook('preParsing', (request, reply, body, next) => {
    const hasBody = !request.raw.complete && request.method !== 'GET' && request.method !== 'HEAD'
    if (hasBody && !request.routeOptions.config.endpoint?.upload) {
      const timer = setTimeout(() => {
        if (request.raw.complete) return
        // The request is answered already, or nothing reads the body: only the connection can be
        // closed.
        if (body.listenerCount('error') === 0) return request.raw.destroy()
        reply.header('Connection', 'close')
        // The reader of the body receives the error and answers; destroying the socket would cut
        // the answer.
        body.emit('error', new ShopError('REQUEST_TIMEOUT'))
      }, timeouts.bodySeconds * secondMs)
      const stop = () => clearTimeout(timer)
      request.raw.once('end', stop).once('close', stop)
    }
    next(null, body)
  })
}

const hostPattern = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/

/** One well-formed host, a path and nothing before it, and a version that we speak. */
function isPlain(raw: IncomingMessage): boolean {
  if (raw.httpVersionMajor !== 1 || !raw.url?.startsWith('/')) return false
  let hosts = 0
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    const name = raw.rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 && hostPattern.test(raw.headers.host ?? '')
}

/** Malformed HTTP never becomes a request: it is answered on the raw socket. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code] = statusAndCode(error.code)
  const body = JSON.stringify({ success: false, message: shopErrors[code].message, code })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

function statusAndCode(code: string | undefined): [number, ShopErrorCode] {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'REQUEST_TIMEOUT']
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'BODY_TOO_LARGE']
  return [400, 'INVALID_INPUT']
}
