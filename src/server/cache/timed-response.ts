import type { FastifyReply, FastifyRequest } from 'fastify'
import { PrecompressedResponse } from './precompressed-response.ts'

/**
 * A response that also says what time it is: its bytes are made anew once a second, its ETag is that
 * of the rest. Browsers do not store it, because the time of a stored one would be wrong.
 */
export class TimedResponse<T extends object> extends PrecompressedResponse<
  T & { server_now: number }
> {
  readonly #content: T
  /** Lead of the database's clock over ours, in milliseconds. */
  readonly #aheadMs: number
  readonly #aboutGroup: string | undefined
  #latest: { seconds: number; response: PrecompressedResponse } | undefined

  /** `now` is the database's clock as it was read, in milliseconds. */
  constructor(content: T, { now, group }: { now: number; group?: string }) {
    super(JSON.stringify(content))
    this.#content = content
    this.#aheadMs = now - Date.now()
    this.#aboutGroup = group
  }

  /** The time of the database, in epoch seconds. */
  get serverNow(): number {
    return Math.floor((Date.now() + this.#aheadMs) / 1_000)
  }

  /** Whether it says anything of this group; lists may say something of each. */
  isAbout(group: string): boolean {
    return this.#aboutGroup === undefined || this.#aboutGroup === group
  }

  override send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.#current().send(request, reply)
  }

  override trySend(request: FastifyRequest, reply: FastifyReply): boolean {
    return this.#current().trySend(request, reply)
  }

  #current(): PrecompressedResponse {
    const seconds = this.serverNow
    if (this.#latest?.seconds !== seconds) {
      const options = { etag: this.etag, cacheControl: 'no-store' }
      const reply = { ...this.#content, server_now: seconds }
      this.#latest = { seconds, response: new PrecompressedResponse(reply, options) }
    }
    return this.#latest.response
  }
}
