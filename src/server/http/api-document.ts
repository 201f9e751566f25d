import type { FastifyInstance } from 'fastify'
import { PrecompressedResponse } from '../cache/precompressed-response.ts'

/** Serves the OpenAPI document of all mounted endpoints. It is made and compressed once. */
export function serveApiDocument(app: FastifyInstance): void {
  let document: PrecompressedResponse | undefined
  app.get('/openapi.json', { schema: { hide: true }, compress: false }, (request, reply) => {
    document ??= new PrecompressedResponse(JSON.stringify(app.swagger()))
    return document.send(request, reply)
  })
}
