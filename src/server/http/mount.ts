import type { CookieSerializeOptions } from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import type {
  Endpoint,
  EndpointInput,
  EndpointReply,
  EndpointSchema,
  UploadLimits,
} from '#contract/endpoint.ts'
import { shopErrors } from '#contract/errors.ts'
import { isEnglish, t } from '#contract/translate.ts'
import { PrecompressedResponse } from '../cache/precompressed-response.ts'
import { ignoreBody, readFormOnly, readRawOnly } from '../input/body-formats.ts'
import { assertStorable } from '../input/json-body.ts'
import { knownProperties } from '../input/known-properties.ts'
import type { WriteLimits } from '../limits/write-limits.ts'
import { type StaffActor, staffActor } from './actor.ts'
import { securityOf } from './api-page/api-security.ts'
import {
  anonymousCaller,
  type Caller,
  type CallerOptions,
  callerByAccess,
  identifyCaller,
} from './caller.ts'
import { OpenReply } from './open-reply.ts'
import { RawReply } from './raw-reply.ts'
import { ShopError } from './shop-error.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The cookie that a new guest gets if this write succeeds. */
    newGuestCookie: { name: string; value: string; options: CookieSerializeOptions } | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    caller: Caller
  }
}

export interface Context {
  caller: Caller
  /** The calling administrator; throws in an endpoint with another kind of caller. */
  readonly actor: StaffActor
  request: FastifyRequest
  reply: FastifyReply
  /** Identifies the caller again after a long operation, and throws if the session has ended. */
  confirmCaller(): Promise<void>
}

/** Returns the reply of a success; `success: true` is added to it. Every refusal is thrown. */
export type Handler<S extends EndpointSchema> = (
  input: EndpointInput<S>,
  context: Context,
) => Promise<SuccessReply<S> | PrecompressedResponse<SuccessReply<S>> | RawReply | OpenReply>

type SuccessReply<S extends EndpointSchema> = Omit<EndpointReply<S>, 'success'>

/** Mounts one endpoint of the contract: validate, identify the caller, guard, handle, reply. */
export type Mount = <S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  schema: S,
  handler: Handler<S>,
) => void

/** Little beside the files. */
const maxFormFields = 10
/** The columns of a file, matched by hand, are one field. */
const maxFormFieldBytes = 32 * 1024
const formOverheadBytes = 1024 * 1024

const ErrorReplySchema = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.Union([Type.String(), Type.Array(Type.String())]),
    code: Type.Enum(Object.keys(shopErrors)),
    fields: Type.Optional(Type.Record(Type.String(), Type.String())),
    requestId: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
)

export function createMount(
  app: FastifyInstance,
  options: CallerOptions & { shopPath: string; limits: WriteLimits; isClosed?: () => boolean },
): Mount {
  app.decorateReply('newGuestCookie', null)
  app.decorateRequest('caller')
  return (endpoint, schema, handler) => {
    const mountIn = (scope: FastifyInstance) => {
      scope.route({
        method: endpoint.method,
        ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
        ...(endpoint.upload && { bodyLimit: maxFilesBytes(endpoint.upload) + formOverheadBytes }),
        url: endpoint.path.replace('{shop}', `/v2/api/${options.shopPath}`),
        config: { endpoint },
        // A public read is compressed once, when it is cached.
        ...(isPublicRead(endpoint) && { compress: false }),
        schema: {
          summary: endpoint.summary,
          tags: [endpoint.caller],
          'x-caller': endpoint.caller,
          ...(endpoint.permission && { 'x-permission': endpoint.permission }),
          ...(endpoint.isSensitive && { 'x-sensitive': true }),
          ...(endpoint.upload && { 'x-upload': true }),
          ...(endpoint.body === 'form' && { consumes: ['application/x-www-form-urlencoded'] }),
          security: securityOf(endpoint),
          ...requestSchema(schema, endpoint),
          response: { 200: schema.reply, '4xx': ErrorReplySchema, '5xx': ErrorReplySchema },
        },
        // Identified before the body is read: an upload without permission is not received.
        onRequest: isPublicRead(endpoint)
          ? (request, _reply, next) => {
              request.caller = anonymousCaller
              next()
            }
          : async (request, reply) => {
              await options.limits.beforeIdentified(request)
              request.caller = await identifyCaller(endpoint, request, reply, options)
              await options.limits.whenIdentified(request, reply)
              if (endpoint.takesAccess)
                request.caller = await callerByAccess(endpoint, request, options)
            },
        ...(!isPublicRead(endpoint) && { onResponse: options.limits.whenAnswered }),
        handler: async (request, reply) => {
          if (endpoint.needsOpenShop && options.isClosed?.()) throw new ShopError('SHOP_CLOSED')
          assertStorable([request.params, request.query])
          const input = readInput<typeof schema>(request, schema)
          const confirmCaller = async () => {
            await identifyCaller(endpoint, request, reply, options)
          }
          const result = await handler(input, {
            caller: request.caller,
            get actor() {
              return staffActor(request.caller.actor)
            },
            request,
            reply,
            confirmCaller,
          })
          if (reply.newGuestCookie) {
            const { name, value, options: cookie } = reply.newGuestCookie
            reply.setCookie(name, value, cookie)
          }
          if (result instanceof PrecompressedResponse) return result.send(request, reply)
          if (result instanceof RawReply || result instanceof OpenReply) return result.send(reply)
          return { success: true, ...result, ...translatedMessage(result) }
        },
      })
    }
    if (readsJson(endpoint)) return mountIn(app)
    app.register(async (scope) => {
      await readBodies(scope, endpoint)
      mountIn(scope)
    })
  }
}

/** The words of a success, which the handler says in Chinese. */
function translatedMessage(result: object): { message?: string } {
  const { message } = result as { message?: unknown }
  return isEnglish() && typeof message === 'string' ? { message: t(message) } : {}
}

/** As all of the shop does: it needs no parser of its own, and a scope is dear to the start. */
function readsJson({ ignoresBody, body, upload }: Endpoint): boolean {
  return !ignoresBody && !body && !upload
}

async function readBodies(scope: FastifyInstance, endpoint: Endpoint): Promise<void> {
  if (endpoint.ignoresBody) return ignoreBody(scope)
  if (endpoint.body === 'form') return readFormOnly(scope)
  if (endpoint.body === 'raw') return readRawOnly(scope)
  if (!endpoint.upload) return
  const { maxFileBytes, maxFiles } = endpoint.upload
  await scope.register(multipart, {
    limits: {
      fileSize: maxFileBytes,
      files: maxFiles,
      fields: maxFormFields,
      fieldSize: maxFormFieldBytes,
      parts: maxFiles + maxFormFields,
    },
  })
}

function maxFilesBytes({ maxFileBytes, maxFiles }: UploadLimits): number {
  return maxFileBytes * maxFiles
}

function isPublicRead({ caller, method }: Endpoint): boolean {
  return caller === 'anyone' && method === 'GET'
}

const AccessQuery = Type.Object({ access: Type.Optional(Type.String({ maxLength: 200 })) })

function requestSchema(schema: EndpointSchema, { takesAccess }: Endpoint): Record<string, TSchema> {
  const parts: Record<string, TSchema> = {}
  if (schema.params) parts.params = schema.params
  if (schema.query) parts.querystring = schema.query
  if (takesAccess) {
    const { properties = {} } = (schema.query ?? {}) as Partial<TObject>
    parts.querystring = Type.Object({ ...properties, ...AccessQuery.properties })
  }
  if (schema.data) {
    parts.body = Type.Object({ data: schema.data }, { additionalProperties: true })
  }
  if (schema.body) parts.body = schema.body
  return parts
}

function readInput<S extends EndpointSchema>(request: FastifyRequest, schema: S): EndpointInput<S> {
  const body = request.body as { data?: unknown } | undefined
  const input = {
    ...(schema.params && { params: request.params }),
    ...(schema.query && { query: request.query }),
    ...(schema.data && { data: knownProperties(schema.data, body?.data) }),
    ...(schema.body && { body }),
  }
  // Fastify has validated each part against the schema that gives it its type.
  return input as EndpointInput<S>
}
