import { type ErrorReply, type ShopErrorCode, shopErrors } from '#contract/errors.ts'

/** A refusal that the caller is to read. Everything else that is thrown is a fault of ours. */
export class ShopError extends Error {
  override name = 'ShopError'
  readonly code: ShopErrorCode
  readonly status: number
  readonly reply: ErrorReply
  /** Seconds after which to try again, for refusals that pass. */
  readonly retryAfter: number | undefined

  constructor(
    code: ShopErrorCode,
    detail: {
      message?: string | string[]
      fields?: Record<string, string>
      retryAfter?: number
      error?: { code: string; message: string }
      cause?: unknown
    } = {},
  ) {
    const known = shopErrors[code]
    const message = detail.message ?? known.message
    super(`${code}: ${[message].flat().join(' / ')}`, { cause: detail.cause })
    this.code = code
    this.status = known.status
    this.reply = {
      success: false,
      message,
      code,
      ...(detail.fields && { fields: detail.fields }),
      ...(detail.error && { error: detail.error }),
    }
    this.retryAfter = detail.retryAfter
  }
}
