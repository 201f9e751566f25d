import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Line } from './line.ts'
import type { LineService } from './switches.ts'

export interface LineAnswer {
  status: number
  /** An object is sent as JSON, a text as HTML unless it is JSON. */
  body?: object | string
  isJson?: true
  headers?: Record<string, string>
}

/** A call of the shop's server, with its body as it came. */
export interface LineRequest {
  headers: FastifyRequest['headers']
  params: Record<string, string>
  query: URLSearchParams
  /** Without the query. */
  path: string
  /** Without the question mark. */
  queryText: string
  body: string
}

export type RegisterLineCall = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  answer: (request: LineRequest) => LineAnswer | Promise<LineAnswer>,
) => void

/** Bodies are kept as they came: signatures are of bytes. To be called in a scope of its own. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string) => body,
  )
}

/** A call is recorded, answered with the fault that is set, or worked and answered. */
export function createRegisterLineCall(
  app: FastifyInstance,
  line: Line,
  service: LineService,
): RegisterLineCall {
  return (method, path, answer) => {
    app.route({
      method,
      url: path,
      async handler(request, reply) {
        const [pathname = '', queryText = ''] = request.url.split(/\?(.*)/s)
        const body = typeof request.body === 'string' ? request.body : ''
        const fault = line.switches[service]
        const call = {
          at: line.clock.now(),
          service,
          method,
          path: request.url,
          body,
          fault,
          status: 0,
        }
        line.calls.push(call)
        const send = (told: LineAnswer) => {
          call.status = told.status
          return sendAnswer(reply, told)
        }
        if (fault === 'away') return drop(reply)
        if (fault === 'error')
          return send({ status: 500, body: { message: 'Internal Server Error' } })
        if (fault === 'limited')
          return send({
            status: 429,
            body: { message: 'The API rate limit has been exceeded. Try again later.' },
          })
        if (fault === 'html')
          return send({ status: 200, body: '<!doctype html><title>系統維護中</title>' })
        const told = await answer({
          headers: request.headers,
          params: request.params as Record<string, string>,
          query: new URLSearchParams(queryText),
          path: decodeURI(pathname),
          queryText,
          body,
        })
        if (fault === 'lost') return drop(reply)
        if (fault === 'delayed') await delay(line.switches.delayMs)
        return send(told)
      },
    })
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function sendAnswer(
  reply: FastifyReply,
  { status, body = '', isJson, headers = {} }: LineAnswer,
): FastifyReply {
  const type =
    typeof body === 'string' && !isJson
      ? 'text/html; charset=utf-8'
      : 'application/json; charset=utf-8'
  return reply
    .code(status)
    .headers(headers)
    .type(type)
    .send(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The fields of a form; undefined for another kind of body, or a field that comes twice. */
export function formOf({ headers, body }: LineRequest): Record<string, string> | undefined {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return undefined
  const pairs = [...new URLSearchParams(body)]
  const form = Object.fromEntries(pairs)
  return Object.keys(form).length === pairs.length ? form : undefined
}

/** An object in JSON; undefined for everything else. */
export function jsonOf({ headers, body }: LineRequest): Record<string, unknown> | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  try {
    const value: unknown = JSON.parse(body)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export function bearerOf({ headers }: LineRequest): string {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
}
