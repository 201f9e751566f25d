import type { FastifyInstance } from 'fastify'
import { PrecompressedResponse } from '../../cache/precompressed-response.ts'

interface Operation {
  operationId?: string
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>
}
interface ApiDocument {
  info: { title: string; version: string }
  servers?: { url: string }[]
  components?: { schemas?: Record<string, unknown> }
  paths?: Record<string, Record<string, Operation>>
}

/** Serves the OpenAPI document of all mounted endpoints. It is made and compressed once for a name. */
export function serveApiDocument(app: FastifyInstance, shopName: () => string): void {
  let document: PrecompressedResponse | undefined
  let title = ''
  app.get('/openapi.json', { schema: { hide: true }, compress: false }, (request, reply) => {
    if (!document || title !== shopName()) {
      title = shopName()
      document = new PrecompressedResponse(JSON.stringify(readDocument(app, title)))
    }
    return document.send(request, reply)
  })
}

/** With what generators of clients need: a name for each operation, one schema of all refusals. */
function readDocument(app: FastifyInstance, title: string): ApiDocument {
  const made = structuredClone(app.swagger()) as ApiDocument
  const schemas: Record<string, unknown> = { ...made.components?.schemas }
  for (const [path, methods] of Object.entries(made.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      operation.operationId = nameOf(method, path)
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
    info: { ...made.info, title },
    // Relative to the document, so that it is right behind every address of the shop.
    servers: [{ url: '/' }],
    components: { ...made.components, schemas },
  }
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
