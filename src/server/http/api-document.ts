import type { FastifyInstance } from 'fastify'
import { ReadyReply } from '../cache/ready-reply.ts'

/** Serves the OpenAPI document of all mounted endpoints. It is made and compressed once. */
export function serveApiDocument(app: FastifyInstance): void {
  let document: ReadyReply | undefined
  app.get('/openapi.json', { schema: { hide: true }, compress: false }, (request, reply) => {
    document ??= new ReadyReply(JSON.stringify(app.swagger()))
    return document.send(request, reply)
  })
}
