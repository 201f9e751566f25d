/** Where Google has no code but a sentence, it is the sentence that clients know. */
export const missingKey = 'The request is missing a valid API key.'

/** The statuses that are not 400; the code is what clients go by. */
const statusOf: Record<string, number> = {
  INSUFFICIENT_PERMISSION: 403,
  [missingKey]: 403,
  NOT_FOUND: 404,
  TOO_MANY_ATTEMPTS_TRY_LATER: 429,
  RESET_PASSWORD_EXCEED_LIMIT: 429,
}

/** A verdict that the SDK is to read. Whatever passes by itself is never told by one of these. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly code: string
  readonly status: number
  readonly retryAfter: number | undefined

  constructor(code: string, detail: { text?: string; retryAfter?: number } = {}) {
    super(detail.text === undefined ? code : `${code} : ${detail.text}`)
    this.code = code
    this.status = statusOf[code] ?? 400
    this.retryAfter = detail.retryAfter
  }
}

/**
 * The provider cannot answer just now. Told as plain text: the SDK takes an answer in the
 * provider's own shape for a verdict, and at the load of a page it would sign the member out.
 */
export class ProviderBusy extends Error {
  override name = 'ProviderBusy'
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(`busy, try again in ${retryAfter} s`)
    this.retryAfter = retryAfter
  }
}
