import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorReply, type ShopErrorCode, shopErrors } from '#contract/errors.ts'
import { isEnglish, t } from '#contract/translate.ts'
import { isDatabaseUnavailable } from '../db/database-error.ts'
import { InputFault } from '../input/validation.ts'
import { requestLanguage, runIn } from './language.ts'
import { asksForPage, type PageFault } from './not-found.ts'
import { ShopError } from './shop-error.ts'

/** Codes of Fastify's own refusals, by status. */
const codeOfStatus: Record<number, ShopErrorCode> = {
  404: 'UNKNOWN_PATH',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  429: 'TOO_MANY_REQUESTS',
}

/** The one place where an error becomes an answer. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    runIn(requestLanguage(request), () => answerError(error, request, reply)),
  )
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const route = request.routeOptions.url
  if (isReset(error, request)) {
    request.log.debug({ err: error, reqId: request.id, route }, 'the client has gone')
    return sendRefusal(new ShopError('INVALID_INPUT', { cause: error }), reply)
  }
  const refusal = toRefusal(error, request)
  if (!refusal) request.log.error({ err: error, reqId: request.id, route }, 'unexpected error')
  const internal = {
    success: false,
    message: t('{message}（編號 {id}）', {
      message: t(shopErrors.INTERNAL.message),
      id: request.id,
    }),
    code: 'INTERNAL',
    requestId: request.id,
  } satisfies ErrorReply
  const { status, retryAfter, reply: fault } = refusal ?? { status: 500, reply: internal }
  if (status >= 500 && asksForPage(request)) {
    const page = faultPage(request, reply, { status, retryAfter, message: String(fault.message) })
    if (page !== undefined) return reply.send(page)
  }
  return refusal ? sendRefusal(refusal, reply) : reply.code(500).send(internal)
}

/** An address that no route can be looked up for, refused before any hook has run. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error, request) ?? new ShopError('INVALID_INPUT', { cause: error })
  // A page is meant: the document repeats nothing of the address.
  const { fillUnknownPage } = request.server
  if (fillUnknownPage && /^\/(?:main|backend)\//.test(request.raw.url ?? '')) {
    return reply.header('X-Content-Type-Options', 'nosniff').send(fillUnknownPage(reply))
  }
  reply.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff')
  reply.header('X-Request-Id', request.id)
  reply.type('application/json; charset=utf-8')
  sendRefusal(refusal, reply)
}

/** Undefined without a build of the web, and where the page itself is at fault. */
function faultPage(request: FastifyRequest, reply: FastifyReply, fault: PageFault) {
  try {
    return request.server.fillFaultPage?.(reply, fault)
  } catch (err) {
    request.log.error({ err, reqId: request.id }, 'the page of an error could not be drawn')
    return undefined
  }
}

function sendRefusal(refusal: ShopError, reply: FastifyReply) {
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', refusal.retryAfter)
  return reply.code(refusal.status).send(inCallersLanguage(refusal.reply))
}

/** A refusal says its text in Chinese, unless it was filled with values. */
function inCallersLanguage(refused: ErrorReply): ErrorReply {
  if (!isEnglish()) return refused
  const { message, fields, lines } = refused
  return {
    ...refused,
    message: typeof message === 'string' ? t(message) : message.map((text) => t(text)),
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, t(text)])),
    }),
    ...(lines && { lines: lines.map((line) => ({ ...line, message: t(line.message) })) }),
  }
}

const resetCodes = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']

/** The connection of the request has ended: nobody reads an answer, and nothing of ours failed. */
function isReset({ code }: FastifyError, { raw }: FastifyRequest): boolean {
  return resetCodes.includes(code) && (raw.socket.destroyed || raw.readableAborted)
}

/** The refusal that an error stands for; undefined for an unexpected error. */
function toRefusal(error: FastifyError, request: FastifyRequest): ShopError | undefined {
  if (error instanceof ShopError) return error
  if (error instanceof InputFault) {
    const message = request.routeOptions.config.endpoint?.invalidMessage ?? error.texts
    return new ShopError('INVALID_INPUT', { message, fields: error.fields })
  }
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error, reqId: request.id }, 'database unavailable')
    return new ShopError('UNAVAILABLE', { retryAfter: 2, cause: error })
  }
  const status = error.statusCode ?? 500
  if (status >= 500) return undefined
  return new ShopError(codeOfStatus[status] ?? 'INVALID_INPUT', { cause: error })
}
