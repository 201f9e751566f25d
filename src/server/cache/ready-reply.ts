import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 7,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 7 }),
}
type Coding = keyof typeof compressors

/** Below this a compressed answer takes as many packets as a plain one. */
const minCompressed = 1_024

/**
 * An answer that is the same for everybody, kept as the bytes that go out: each coding is made once,
 * and who has it already is told so.
 */
export class ReadyReply {
  readonly etag: string
  readonly #plain: Buffer
  readonly #coded = new Map<Coding, Promise<Buffer>>()

  constructor(json: string) {
    this.#plain = Buffer.from(json)
    // Weak: the codings differ in their bytes and not in what they say.
    this.etag = `W/"${createHash('sha256').update(this.#plain).digest('base64url').slice(0, 22)}"`
  }

  get size(): number {
    return this.#plain.length
  }

  /** To be returned by a handler. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const vary = reply.getHeader('vary')
    reply.headers({
      etag: this.etag,
      'cache-control': 'no-cache',
      vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
    })
    if (isNamed(request.headers['if-none-match'], this.etag)) return reply.code(304).send()
    reply.header('content-type', 'application/json; charset=utf-8')
    const coding = this.#codingFor(request.headers['accept-encoding'])
    if (!coding) return reply.send(this.#plain)
    return reply.header('content-encoding', coding).send(await this.#inCoding(coding))
  }

  #codingFor(accepted: string | string[] | undefined): Coding | undefined {
    if (this.#plain.length < minCompressed || accepted === undefined) return undefined
    const offers = String(accepted)
    if (accepts(offers, 'br')) return 'br'
    return accepts(offers, 'gzip') ? 'gzip' : undefined
  }

  #inCoding(coding: Coding): Promise<Buffer> {
    const known = this.#coded.get(coding)
    if (known) return known
    const made = compressors[coding](this.#plain)
    this.#coded.set(coding, made)
    return made
  }
}

/** Named, and not as one that is refused: `br;q=0`. */
function accepts(offers: string, coding: Coding): boolean {
  return offers.split(',').some((offer) => {
    const [name, ...parameters] = offer.split(';')
    if (name?.trim().toLowerCase() !== coding) return false
    return !parameters.some((parameter) => /^\s*q=0(\.0{0,3})?\s*$/i.test(parameter))
  })
}

function isNamed(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  return condition.split(',').some((tag) => {
    const bare = tag.trim()
    return bare === '*' || bare === etag || `W/${bare}` === etag
  })
}
