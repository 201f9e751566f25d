import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Config } from '../config.ts'
import { ownAddress } from './own-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Which state of the shop this is answered from, where the answer may be kept. */
    answeredFrom: number | null
  }
}

interface KeptReply {
  head: string[]
  body: Buffer
}

const maxReplies = 2_000
const maxBytes = 16 * 1024 * 1024

/**
 * Keeps answers for everybody as they went out, head and bytes: who asks the same again is answered
 * before anything else is looked at. `version` numbers the states of what they tell; with a new one
 * all are forgotten, and while it is null none is kept. Gives the hook that keeps what a route sends.
 */
export function keepReplies(
  app: FastifyInstance,
  { config, version }: { config: Config; version: () => number | null },
): onSendHookHandler {
  let replies = new Map<string, KeptReply>()
  let bytes = 0
  let keptFrom: number | null = null
  let isClosing = false

  function forget(): void {
    replies = new Map()
    bytes = 0
  }

  app.decorateRequest('answeredFrom', null)
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (!mayRepeat(request) || isClosing) return next()
    const current = version()
    if (current !== keptFrom) {
      keptFrom = current
      forget()
    }
    const kept = replies.get(questionOf(request, config))
    if (!kept) {
      request.answeredFrom = current
      return next()
    }
    reply.hijack()
    reply.raw.writeHead(200, kept.head).end(kept.body)
  })

  return (request, reply, payload, next) => {
    const isFresh = request.answeredFrom !== null && request.answeredFrom === version()
    if (isFresh && !isClosing && reply.statusCode === 200 && Buffer.isBuffer(payload)) {
      keep(questionOf(request, config), { head: headOf(reply, payload), body: payload })
    }
    next()
  }

  function keep(question: string, reply: KeptReply): void {
    if (replies.has(question)) return
    // Filled with questions that nobody repeats, it begins anew.
    if (replies.size >= maxReplies || bytes + reply.body.length > maxBytes) forget()
    replies.set(question, reply)
    bytes += reply.body.length
  }
}

/** Foreign pages and those who ask whether it is still so get an answer of their own. */
function mayRepeat({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.origin === undefined && headers['if-none-match'] === undefined
}

/** All that an answer for everybody depends on. */
function questionOf(request: FastifyRequest, config: Config): string {
  const { url, headers } = request
  return `${ownAddress(request, config)}\n${headers['accept-encoding']}\n${url}`
}

function headOf(reply: FastifyReply, body: Buffer): string[] {
  const named = { ...reply.getHeaders(), 'content-length': body.length }
  return Object.entries(named).flatMap(([name, value]) => [name, String(value)])
}
