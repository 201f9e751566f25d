import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

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
type Encoding = keyof typeof compressors

/** Below this a compressed body takes as many packets as a plain one. */
const minCompressed = 1_024

/**
 * The reply of a success as bytes: serialised once, compressed once for each encoding, with the
 * ETag that answers a conditional request by 304.
 */
export class PrecompressedResponse<T extends object = object> {
  /** Carries the type of the reply, which the contract is checked against; never set. */
  readonly reply?: T
  readonly etag: string
  /** Headers sent where no hook has set them; undefined: those of the API. */
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly #plain: Buffer
  readonly #cacheControl: string
  readonly #contentType: string
  readonly #encoded = new Map<Encoding, Buffer>()
  readonly #encoding = new Map<Encoding, Promise<Buffer>>()

  /**
   * A string is sent as it is: a document that is no reply of the contract. Without an ETag it is
   * that of the bytes.
   */
  constructor(
    reply: T | string,
    options: {
      etag?: string
      cacheControl?: string
      contentType?: string
      headers?: Record<string, string>
    } = {},
  ) {
    const isText = typeof reply === 'string'
    this.#plain = Buffer.from(isText ? reply : JSON.stringify({ success: true, ...reply }))
    // Weak: the encodings differ in their bytes and not in their meaning.
    this.etag = options.etag ?? `W/"${digest(this.#plain)}"`
    this.#cacheControl = options.cacheControl ?? 'no-cache'
    this.#contentType = options.contentType ?? 'application/json; charset=utf-8'
    this.headers = options.headers
  }

  /** The body as it was serialised. */
  get text(): string {
    return this.#plain.toString('utf8')
  }

  get size(): number {
    return this.#plain.length
  }

  /** To be returned by a handler. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const encoding = this.#encodingFor(request)
    if (encoding) await this.#encode(encoding)
    this.trySend(request, reply)
    return reply
  }

  /** Sends without waiting; false when the body is not compressed yet in the encoding it needs. */
  trySend(request: FastifyRequest, reply: FastifyReply): boolean {
    const encoding = this.#encodingFor(request)
    const body = encoding ? this.#encoded.get(encoding) : this.#plain
    if (!body) return false
    const vary = reply.getHeader('vary')
    reply.headers({
      etag: this.etag,
      'cache-control': this.#cacheControl,
      vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
    })
    if (matchesEtag(request.headers['if-none-match'], this.etag)) {
      reply.code(304).send()
      return true
    }
    reply.header('content-type', this.#contentType)
    if (encoding) reply.header('content-encoding', encoding)
    reply.send(body)
    return true
  }

  #encodingFor({ headers }: FastifyRequest): Encoding | undefined {
    const accepted = headers['accept-encoding']
    if (this.#plain.length < minCompressed || accepted === undefined) return undefined
    return bestEncoding(String(accepted))
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoding.get(encoding)
    if (known) return known
    const made = compressors[encoding](this.#plain).then((bytes) => {
      this.#encoded.set(encoding, bytes)
      return bytes
    })
    this.#encoding.set(encoding, made)
    return made
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

/** Browsers send the same few lists, and reading one takes a tenth of a hit. */
const bestEncodings = new LRUCache<string, { encoding: Encoding | undefined }>({ max: 100 })

function bestEncoding(offers: string): Encoding | undefined {
  const known = bestEncodings.get(offers)
  if (known) return known.encoding
  const encoding = (['br', 'gzip'] as const).find((name) => accepts(offers, name))
  bestEncodings.set(offers, { encoding })
  return encoding
}

/** Named, and not refused as in `br;q=0`. */
function accepts(offers: string, encoding: Encoding): boolean {
  return offers.split(',').some((offer) => {
    const [name, ...parameters] = offer.split(';')
    if (name?.trim().toLowerCase() !== encoding) return false
    return !parameters.some((parameter) => /^\s*q=0(\.0{0,3})?\s*$/i.test(parameter))
  })
}

function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  return condition.split(',').some((tag) => {
    const bare = tag.trim()
    return bare === '*' || bare === etag || `W/${bare}` === etag
  })
}
