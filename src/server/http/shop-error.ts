import { type ErrorReply, type ShopErrorCode, shopErrors } from '#contract/errors.ts'

/** A refusal with a message for the caller. Every other error is unexpected. */
export class ShopError extends Error {
  override name = 'ShopError'
  readonly code: ShopErrorCode
  readonly status: number
  readonly reply: ErrorReply
  /** Seconds after which to retry, for transient refusals. */
  readonly retryAfter: number | undefined

  constructor(
    code: ShopErrorCode,
    detail: {
      message?: string | string[]
      fields?: Record<string, string>
      shortages?: ErrorReply['shortages']
      lines?: ErrorReply['lines']
      matching?: ErrorReply['matching']
      orders?: string[]
      shipping_fee?: number
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
      ...(detail.shortages && { shortages: detail.shortages }),
      ...(detail.lines && { lines: detail.lines }),
      ...(detail.matching && { matching: detail.matching }),
      ...(detail.orders && { orders: detail.orders }),
      ...(detail.shipping_fee !== undefined && { shipping_fee: detail.shipping_fee }),
      ...(detail.error && { error: detail.error }),
    }
    this.retryAfter = detail.retryAfter
  }
}
