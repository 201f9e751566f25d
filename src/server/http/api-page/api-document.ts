import type { FastifyInstance } from 'fastify'
import { PrecompressedResponse } from '../../cache/precompressed-response.ts'
import { identityPaths } from './identity-calls.ts'
import { webhookPaths } from './webhook-paths.ts'

interface Operation {
  operationId?: string
  'x-upload'?: true
  requestBody?: object
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>
}
interface ApiDocument {
  info: { title: string; version: string }
  servers?: { url: string }[]
  components?: { schemas?: Record<string, unknown>; securitySchemes?: object }
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: object }>
}

interface DocumentOptions {
  shopName: () => string
  /** Members sign in at the shop, not at Google. */
  hasOwnIdentity: boolean
}

/** Serves the OpenAPI document of all mounted endpoints. It is made and compressed once for a name. */
export function serveApiDocument(
  app: FastifyInstance,
  { shopName, hasOwnIdentity }: DocumentOptions,
): void {
  let document: PrecompressedResponse | undefined
  let title = ''
  app.get('/openapi.json', { schema: { hide: true }, compress: false }, (request, reply) => {
    if (!document || title !== shopName()) {
      title = shopName()
      document = new PrecompressedResponse(JSON.stringify(readDocument(app, title, hasOwnIdentity)))
    }
    return document.send(request, reply)
  })
}

/** With what generators of clients need: a name for each operation, one schema of all refusals. */
function readDocument(app: FastifyInstance, title: string, hasOwnIdentity: boolean): ApiDocument {
  const made = structuredClone(app.swagger()) as ApiDocument
  const ofIdentity = hasOwnIdentity ? identityPaths() : {}
  const paths: NonNullable<ApiDocument['paths']> = { ...made.paths, ...ofIdentity }
  const schemas: Record<string, unknown> = { ...made.components?.schemas }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operation.operationId = nameOf(method, path)
      if (operation['x-upload']) operation.requestBody = uploadBody
      delete operation['x-upload']
      for (const status of ['4XX', '5XX']) {
        const content = operation.responses?.[status]?.content?.['application/json']
        if (!content?.schema) continue
        schemas.Refusal ??= content.schema
        content.schema = { $ref: '#/components/schemas/Refusal' }
      }
    }
  }
  return {
    ...made,
    paths,
    webhooks: webhookPaths(),
    info: { ...made.info, title },
    // Relative to the document, so that it is right behind every address of the shop.
    servers: [{ url: '/' }],
    components: { ...made.components, schemas },
  }
}

/** A form of files; the names of the fields are the caller's. */
const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
        additionalProperties: true,
      },
    },
  },
}

/** `getAdminOrderById` for GET /v2/api/{the shop}/admin/order/{id}. */
function nameOf(method: string, path: string): string {
  const parts = path
    .replace(/^\/v2\/(?:api\/[^/]+\/)?/, '')
    .split(/[^A-Za-z0-9{}]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = part.replace(/[{}]/g, '')
      return `${part.startsWith('{') ? 'By' : ''}${name.charAt(0).toUpperCase()}${name.slice(1)}`
    })
  return `${method}${parts.join('')}`
}
