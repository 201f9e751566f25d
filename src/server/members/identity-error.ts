/** Google has no code for this error: clients compare this sentence. */
export const missingKey = 'The request is missing a valid API key.'

/** The statuses that are not 400; clients read the code. */
const statusOf: Record<string, number> = {
  INSUFFICIENT_PERMISSION: 403,
  [missingKey]: 403,
  NOT_FOUND: 404,
  TOO_MANY_ATTEMPTS_TRY_LATER: 429,
  RESET_PASSWORD_EXCEED_LIMIT: 429,
}

/** An error code for the SDK. Never used for transient failures: see `ProviderBusy`. */
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
 * A transient failure of the provider. Answered as plain text: the SDK takes an answer in the
 * provider's JSON shape as definitive, and would sign the member out at page load.
 */
export class ProviderBusy extends Error {
  override name = 'ProviderBusy'
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(`busy, try again in ${retryAfter} s`)
    this.retryAfter = retryAfter
  }
}
