import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Config } from '../config.ts'
import { isPlain } from '../http/connections.ts'

interface KeptReply {
  head: string[]
  body: Buffer
}

export interface KeptReplies {
  /** Has a server ask here first, and then whoever has listened to it until now. */
  standBefore(server: Server): void
  /** For a route: notes from which state its answer comes, before it is made. */
  note(request: FastifyRequest): void
  /** For the same route: keeps what it sends. */
  keep: onSendHookHandler
  /** From now on every answer is made anew, for connections that end with it. */
  stop(): void
}

const maxReplies = 2_000
const maxBytes = 16 * 1024 * 1024

/**
 * Keeps answers for everybody as they went out, head and bytes: who asks the same again is answered
 * before a route is looked for. `version` numbers the states of what they tell; with a new one all
 * are forgotten, and while it is null none is kept.
 */
export function createKeptReplies(
  config: Pick<Config, 'publicUrl' | 'trustedProxies'>,
  version: () => number | null,
): KeptReplies {
  // What a proxy says of the caller's way decides the addresses of pictures, and is not read here.
  const isOff = config.publicUrl === null && config.trustedProxies.length > 0
  let replies = new Map<string, KeptReply>()
  let bytes = 0
  let keptFrom: number | null = null
  let isStopped = false
  const answeredFrom = new WeakMap<IncomingMessage, number>()

  function forget(): void {
    replies = new Map()
    bytes = 0
  }

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (isStopped || !mayRepeat(request)) return false
    const current = version()
    if (current !== keptFrom) {
      keptFrom = current
      forget()
    }
    const kept = replies.get(questionOf(request))
    if (!kept || !isPlain(request)) return false
    response.writeHead(200, kept.head).end(kept.body)
    return true
  }

  function keep(question: string, reply: KeptReply): void {
    if (replies.has(question)) return
    // Filled with questions that nobody repeats, it begins anew.
    if (replies.size >= maxReplies || bytes + reply.body.length > maxBytes) forget()
    replies.set(question, reply)
    bytes += reply.body.length
  }

  return {
    standBefore(server) {
      const others = server.listeners('request')
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        if (answer(request, response)) return
        for (const listener of others) listener.call(server, request, response)
      })
    },
    note({ raw }) {
      const current = version()
      if (current !== null && !isOff && mayRepeat(raw)) answeredFrom.set(raw, current)
    },
    keep({ raw }, reply, payload, next) {
      const from = answeredFrom.get(raw)
      const isFresh = from !== undefined && from === version() && !isStopped
      if (isFresh && reply.statusCode === 200 && Buffer.isBuffer(payload)) {
        keep(questionOf(raw), { head: headOf(reply, payload), body: payload })
      }
      next()
    },
    stop() {
      isStopped = true
    },
  }
}

/** Foreign pages and those who ask whether it is still so get an answer of their own. */
function mayRepeat({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.origin === undefined && headers['if-none-match'] === undefined
}

/** All that an answer for everybody depends on. */
function questionOf({ url, headers }: IncomingMessage): string {
  return `${headers.host}\n${headers['accept-encoding']}\n${url}`
}

function headOf(reply: FastifyReply, body: Buffer): string[] {
  const named = { ...reply.getHeaders(), 'content-length': body.length }
  return Object.entries(named).flatMap(([name, value]) => [name, String(value)])
}
