import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** A response that stays open: `start` gets it when its head is written, and writes from then on. */
export class OpenReply {
  readonly #type: string
  readonly #start: (response: ServerResponse) => void

  constructor(options: { type: string; start: (response: ServerResponse) => void }) {
    this.#type = options.type
    this.#start = options.start
  }

  send(reply: FastifyReply): FastifyReply {
    const head = reply.headers({
      'content-type': this.#type,
      'cache-control': 'no-store',
      // A proxy passes on what is written, when it is written.
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    reply.hijack()
    // It ends with its connection; in chunks each event would be three pieces for each stream.
    reply.raw.useChunkedEncodingByDefault = false
    // Written at once: headers that are set one by one are kept as long as the stream is open.
    reply.raw.writeHead(200, head.getHeaders() as OutgoingHttpHeaders)
    // Sent alone: together with the first write, Node would keep the forty pieces of the head.
    reply.raw.flushHeaders()
    this.#start(reply.raw)
    return reply
  }
}
