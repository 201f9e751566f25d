import type { FastifyInstance } from 'fastify'
import { ShopError } from './shop-error.ts'

/** Addresses that nothing is mounted at: the API says so, a page goes to the shop's start. */
export function handleUnknownAddresses(app: FastifyInstance, shopPath: string): void {
  app.setNotFoundHandler((request, reply) => {
    const path = (request.url.split('?')[0] ?? '').replace(/\/{2,}/g, '/')
    const api = /^\/v2\/api\/([^/]*)/.exec(path)
    if (api && api[1] !== shopPath) throw new ShopError('FOREIGN_PATH')
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage && !path.startsWith('/v2/')) return reply.redirect('/')
    throw new ShopError('UNKNOWN_PATH')
  })
}
