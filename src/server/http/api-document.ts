import type { FastifyInstance } from 'fastify'
import { PrecompressedResponse } from '../cache/precompressed-response.ts'

/** Serves the OpenAPI document of all mounted endpoints. It is made and compressed once for a name. */
export function serveApiDocument(app: FastifyInstance, shopName: () => string): void {
  let document: PrecompressedResponse | undefined
  let title = ''
  app.get('/openapi.json', { schema: { hide: true }, compress: false }, (request, reply) => {
    if (!document || title !== shopName()) {
      title = shopName()
      const made = app.swagger()
      const named = { ...made, info: { ...made.info, title } }
      document = new PrecompressedResponse(JSON.stringify(named))
    }
    return document.send(request, reply)
  })
}
