import type { FastifyInstance, FastifyRequest } from 'fastify'
import { plainPath } from './request-path.ts'
import { ShopError } from './shop-error.ts'

export interface PageFault {
  status: number
  message: string
  /** In seconds. */
  retryAfter?: number | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The document of a path that no screen has; undefined without a build of the web. */
    fillUnknownPage?: (reply: FastifyReply) => string
    /** In place of a document that failed: a word, and the way to try again. */
    fillFaultPage?: (reply: FastifyReply, fault: PageFault) => string
  }
}

/** Server paths: below these there are no screens. */
const ownPath =
  /^\/(?:v2|uploads|assets|cards|sitemaps|health|docs|openapi\.json|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com)(?:\/|$)/
/** Where the screens are: a page is meant, whatever the caller accepts. */
const screenPath = /^\/(?:main|backend|en)(?:\/|$)/
const rootFile = /^\/[^/.]*\.[^/]*$/

/** Unknown addresses: a page is a document that shows home, all else is refused in JSON. */
export function registerNotFoundHandler(app: FastifyInstance, shopPath: string): void {
  app.setNotFoundHandler((request, reply) => {
    const path = plainPath(request.url)
    const api = /^\/v2\/api\/([^/]*)/.exec(path)
    // With a slash doubled, which part is the path of a shop is not said.
    const isForeign = api && api[1] !== shopPath && !/^[^?]*\/\//.test(request.url)
    if (isForeign) throw new ShopError('FOREIGN_PATH')
    if (asksForPage(request) && app.fillUnknownPage) return reply.send(app.fillUnknownPage(reply))
    throw new ShopError('UNKNOWN_PATH')
  })
}

/** Whether a person waits for the answer, and not a program or an element of a page. */
export function asksForPage({ url, method, headers }: FastifyRequest): boolean {
  const path = plainPath(url)
  const isRead = method === 'GET' || method === 'HEAD'
  const acceptsPage = screenPath.test(path) || headers.accept?.includes('text/html') === true
  return isRead && acceptsPage && !ownPath.test(path) && !rootFile.test(path)
}
