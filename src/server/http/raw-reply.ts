import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

interface RawReplyOptions {
  /** With its charset, such as `text/plain; charset=utf-8`. */
  type: string
  body: string | Buffer | Readable
  status?: number
  /** Offers the body as a download of this name. */
  fileName?: string
}

/** A reply that is not JSON of the contract: text, bytes, a stream or a file. */
export class RawReply {
  readonly #options: RawReplyOptions

  constructor(options: RawReplyOptions) {
    this.#options = options
  }

  send(reply: FastifyReply): FastifyReply {
    const { type, body, status = 200, fileName } = this.#options
    if (fileName !== undefined) reply.header('Content-Disposition', attachment(fileName))
    // The serializer of the contract's reply is for objects.
    return reply.code(status).type(type).serializer(String).send(body)
  }
}

/** The name twice: for old clients in ASCII, and encoded (RFC 6266). */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^A-Za-z0-9._-]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
