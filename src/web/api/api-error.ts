import type { ErrorReply } from '#contract/errors.ts'

/** A call that did not succeed; `status` 0 stands for no answer at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** One text a faulty field, or the one message of the reply. */
  readonly messages: string[]

  constructor(status: number, messages: string[]) {
    super(messages.map((message) => message.trim()).join('、'))
    this.status = status
    this.messages = messages
  }

  static ofNetwork(): ApiError {
    return new ApiError(0, ['網路連線異常，請檢查網路後再試一次'])
  }

  static ofReply(status: number, reply: unknown): ApiError {
    const message = isErrorReply(reply) ? reply.message : '系統忙碌中，請稍後再試'
    return new ApiError(status, typeof message === 'string' ? [message] : message)
  }
}

function isErrorReply(reply: unknown): reply is ErrorReply {
  return typeof reply === 'object' && reply !== null && 'message' in reply
}
