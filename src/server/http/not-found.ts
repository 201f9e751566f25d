import type { FastifyInstance } from 'fastify'
import { plainPath } from './request-path.ts'
import { ShopError } from './shop-error.ts'

/** Unknown addresses: the API answers 404, a page is redirected to the shop's start. */
export function registerNotFoundHandler(app: FastifyInstance, shopPath: string): void {
  app.setNotFoundHandler((request, reply) => {
    const path = plainPath(request.url)
    const api = /^\/v2\/api\/([^/]*)/.exec(path)
    if (api && api[1] !== shopPath) throw new ShopError('FOREIGN_PATH')
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage && !path.startsWith('/v2/')) return reply.redirect('/')
    throw new ShopError('UNKNOWN_PATH')
  })
}
