import type { FastifyInstance } from 'fastify'
import { plainPath } from './request-path.ts'
import { ShopError } from './shop-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The document of a path that no screen has; undefined without a build of the web. */
    fillUnknownPage?: (reply: FastifyReply) => string
  }
}

/** Server paths: below these there are no screens. */
const ownPath =
  /^\/(?:v2|uploads|assets|cards|sitemaps|health|docs|openapi\.json|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com)(?:\/|$)/
/** Where the screens are: a page is meant, whatever the caller accepts. */
const screenPath = /^\/(?:main|backend)(?:\/|$)/
const rootFile = /^\/[^/.]*\.[^/]*$/

/** Unknown addresses: a page is a document that shows home, all else is refused in JSON. */
export function registerNotFoundHandler(app: FastifyInstance, shopPath: string): void {
  app.setNotFoundHandler((request, reply) => {
    const path = plainPath(request.url)
    const api = /^\/v2\/api\/([^/]*)/.exec(path)
    // With a slash doubled, which part is the path of a shop is not said.
    const isForeign = api && api[1] !== shopPath && !/^[^?]*\/\//.test(request.url)
    if (isForeign) throw new ShopError('FOREIGN_PATH')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const acceptsPage = screenPath.test(path) || request.headers.accept?.includes('text/html')
    const isPage = isRead && acceptsPage && !ownPath.test(path) && !rootFile.test(path)
    if (isPage && app.fillUnknownPage) return reply.send(app.fillUnknownPage(reply))
    throw new ShopError('UNKNOWN_PATH')
  })
}
