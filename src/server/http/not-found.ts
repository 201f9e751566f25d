import type { FastifyInstance } from 'fastify'
import { plainPath } from './request-path.ts'
import { ShopError } from './shop-error.ts'

/** Addresses that nothing is mounted at: the API says so, a page goes to the shop's start. */
export function handleUnknownAddresses(app: FastifyInstance, shopPath: string): void {
  app.setNotFoundHandler((request, reply) => {
    const path = plainPath(request.url)
    const api = /^\/v2\/api\/([^/]*)/.exec(path)
    if (api && api[1] !== shopPath) throw new ShopError('FOREIGN_PATH')
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage && !path.startsWith('/v2/')) return reply.redirect('/')
    throw new ShopError('UNKNOWN_PATH')
  })
}
