import type { ErrorReply, ShopErrorCode } from '#contract/errors.ts'
import { t } from '#contract/translate.ts'

interface ErrorDetails {
  /** Which refusal it is; undefined where the server names none. */
  code?: ShopErrorCode | undefined
  /** The message of each invalid field, by the field's name. */
  fields?: Record<string, string> | undefined
  /** The refused lines of a count of stock. */
  lines?: ErrorReply['lines']
  /** How the columns of a refused file were understood. */
  matching?: ErrorReply['matching']
  /** With a fault of the server: what to search for in its log. */
  requestId?: string | undefined
}

/** A call that did not succeed; `status` 0 stands for no response at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** One text for each invalid field, or the one message of the reply. */
  readonly messages: string[]
  readonly code: ShopErrorCode | undefined
  readonly fields: Record<string, string> | undefined
  readonly lines: ErrorReply['lines']
  readonly matching: ErrorReply['matching']
  readonly requestId: string | undefined

  constructor(status: number, messages: string[], details: ErrorDetails = {}) {
    super(messages.map((message) => message.trim()).join(t('、')))
    this.status = status
    this.messages = messages
    this.code = details.code
    this.fields = details.fields
    this.lines = details.lines
    this.matching = details.matching
    this.requestId = details.requestId
  }

  static networkError(): ApiError {
    return new ApiError(0, [t('網路連線異常，請檢查網路後再試一次')])
  }

  static fromResponse(status: number, reply: unknown): ApiError {
    if (!isErrorReply(reply)) return new ApiError(status, [t('系統忙碌中，請稍後再試')])
    const { message } = reply
    return new ApiError(status, typeof message === 'string' ? [message] : message, reply)
  }
}

/** Any 4xx: the entry is not there, and a retry does not help, as it does after a 429. */
export function isMissing(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 429
}

/** `code` and `fields` are undefined from a server of the previous version. */
function isErrorReply(reply: unknown): reply is ErrorReply & ErrorDetails {
  return typeof reply === 'object' && reply !== null && 'message' in reply
}

/** The server no longer accepts the token. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
