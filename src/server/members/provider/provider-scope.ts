import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../../db/database-error.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readForm } from '../../input/body-formats.ts'
import { parseJson } from '../../input/json-body.ts'
import { IdentityError, missingKey, ProviderBusy } from '../identity-error.ts'
import { HasherBusy } from '../sign-in/password-hasher.ts'
import type { Fields } from './request-fields.ts'

/** Larger than any call of the SDK. */
const bodyLimit = 64 * 1024

/**
 * Opens a Fastify scope with the body parsers and error replies of the provider, not of the shop.
 */
export function openProviderScope(
  app: FastifyInstance,
  options: { prefix: string; apiKey: string },
  routes: (scope: FastifyInstance) => void,
): void {
  app.register(
    async (scope) => {
      readBodies(scope)
      // The shop's own API document is about the shop; this API is Google's.
      scope.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true }
      })
      scope.setErrorHandler(answerError)
      scope.setNotFoundHandler(() => {
        throw new IdentityError('NOT_FOUND')
      })
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        checkApiKey(request, options.apiKey)
      })
      routes(scope)
    },
    { prefix: options.prefix },
  )
}

/** The key only identifies the project. It is public, and no secret. */
function checkApiKey(request: FastifyRequest, apiKey: string): void {
  const { key } = request.query as { key?: unknown }
  if (key === undefined || key === '') throw new IdentityError(missingKey)
  if (key !== apiKey) throw new IdentityError('API key not valid. Please pass a valid API key.')
}

function readBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit } as const
  scope.addContentTypeParser('application/json', options, async (_: unknown, body: Buffer) => {
    return readJson(body)
  })
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    options,
    async (_: unknown, body: Buffer) => readForm(body, unreadable),
  )
}

function unreadable(): IdentityError {
  return new IdentityError('INVALID_ARGUMENT', { text: 'the body cannot be read' })
}

function readJson(body: Buffer): Fields {
  if (body.toString('latin1').trim() === '') return {}
  const value = parseJson(body, unreadable)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new IdentityError('INVALID_ARGUMENT', { text: 'the body is not a JSON object' })
  }
  return { ...value }
}

/** The fields of a call, none when it came without a body. */
export function fieldsOf(request: FastifyRequest): Fields {
  // The parsers of the scope return only objects.
  return (request.body ?? {}) as Fields
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const clientError = toClientError(error)
  if (clientError) return sendClientError(clientError, reply)
  reply.type('text/plain; charset=utf-8')
  const retryAfter = secondsToWait(error)
  if (retryAfter !== undefined) {
    if (!(error instanceof ProviderBusy)) {
      request.log.warn({ err: error, reqId: request.id }, 'provider unavailable')
    }
    return reply.code(503).header('Retry-After', retryAfter).send('Temporarily unavailable\n')
  }
  // A refusal of the shop, such as for a page of another site, must not look like a provider error.
  if (error instanceof ShopError) return reply.code(error.status).send(`${error.code}\n`)
  const route = request.routeOptions.url
  request.log.error({ err: error, reqId: request.id, route }, 'unexpected error')
  return reply.code(500).send('Internal error\n')
}

/** Set for a transient failure. */
function secondsToWait(error: FastifyError): number | undefined {
  if (error instanceof ProviderBusy) return error.retryAfter
  const isTooMuch = error instanceof ShopError && [429, 503].includes(error.status)
  if (isTooMuch) return error.retryAfter ?? 2
  return error.statusCode === 429 || isDatabaseUnavailable(error) ? 2 : undefined
}

const tooManyAttempts = new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', { retryAfter: 2 })

/** Set for an invalid request. */
function toClientError(error: FastifyError): IdentityError | undefined {
  if (error instanceof IdentityError) return error
  if (error instanceof HasherBusy) return tooManyAttempts
  const isCallers = error.statusCode !== undefined && error.statusCode < 500
  if (!isCallers || error instanceof ShopError || error.statusCode === 429) return undefined
  return new IdentityError('INVALID_ARGUMENT', { text: 'the body cannot be read' })
}

function sendClientError(error: IdentityError, reply: FastifyReply) {
  const { status: code, message, retryAfter } = error
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  const errors = [{ message, domain: 'global', reason: 'invalid' }]
  return reply.code(code).send({ error: { code, message, errors } })
}
