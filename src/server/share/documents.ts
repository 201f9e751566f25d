import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screens } from '#contract/screens.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { cacheKey, type ResponseCache } from '../cache/response-cache.ts'
import type { CampaignCache } from '../campaigns/campaign-cache.ts'
import type { GroupGuesses } from '../campaigns/storefront/group-guesses.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import type { Config } from '../config.ts'
import { isDatabaseUnavailable } from '../db/database-error.ts'
import { pageCompression } from '../http/compression.ts'
import { type DocumentParts, openShopPage } from '../http/pages.ts'
import { assertStorable } from '../input/json-body.ts'
import { articleDocument, articleListDocument } from './article-documents.ts'
import { campaignDocument, campaignListDocument, groupDocument } from './campaign-documents.ts'
import { productDocument, productListDocument } from './catalog-documents.ts'
import type { DocumentCache } from './document-cache.ts'
import { type DocumentHandler, homeHead, laterDocument, plainDocument } from './document-parts.ts'
import { createScreenDrawing } from './screen-drawing.ts'

interface DocumentDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
  campaignCache: CampaignCache
  groupGuesses: GroupGuesses
  documentCache: DocumentCache
  shop: () => ShopSettings
}

type DocumentSource = Pick<ResponseCache, 'version'>
type Kind = Exclude<(typeof screens)[keyof typeof screens], 'home'>

/** Home and the documents of the paths, without a build none. */
export async function documentRoutes(app: FastifyInstance, deps: DocumentDeps): Promise<void> {
  const { catalog, campaignCache, documentCache } = deps
  const page = await openShopPage(deps.config, deps.shop)
  if (!page) return
  const tools = { ...deps, drawing: await createScreenDrawing(deps.config, deps.shop) }
  // The same bytes for everybody: what such a screen shows is the caller's own.
  const frame = { source: catalog, read: async () => plainDocument(tools, 200) }
  /** How each is made, and whose changes make it another one. */
  const documents: Record<Kind, { source: DocumentSource; read: DocumentHandler }> = {
    products: { source: catalog, read: productListDocument(tools) },
    product: { source: catalog, read: productDocument(tools) },
    articles: { source: catalog, read: articleListDocument(tools) },
    article: { source: catalog, read: articleDocument(tools) },
    campaigns: { source: campaignCache, read: campaignListDocument(tools) },
    campaign: { source: campaignCache, read: campaignDocument(tools) },
    group: { source: campaignCache, read: groupDocument(tools) },
    frame,
    backOffice: frame,
  }

  async function read(kind: Kind, request: FastifyRequest) {
    if (!isStorable(request)) return plainDocument(tools, 400)
    try {
      return await documents[kind].read(request)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      request.log.warn({ err: error, reqId: request.id }, 'no document without the database')
      const message = '商品暫時無法顯示'
      return laterDocument(tools, request, { status: 503, message, retryAfter: 2 })
    }
  }

  /** Refusals are not cached: the entry may exist a moment later. */
  function fillNotice(reply: FastifyReply, document: DocumentParts): string {
    reply.code(document.status).type('text/html; charset=utf-8').header('Cache-Control', 'no-cache')
    if (document.retryAfter !== undefined) reply.header('Retry-After', document.retryAfter)
    return page?.document(document) ?? ''
  }

  const route = { schema: { hide: true }, compress: pageCompression }
  app.get('/', route, async (request, reply) => {
    const keep = documentCache.begin(cacheKey(request, deps.config), catalog)
    return keep(page.home(homeHead(tools, request))).send(request, reply)
  })
  for (const [path, kind] of Object.entries(screens)) {
    if (kind === 'home') continue
    const paths = kind === 'backOffice' ? [path, `${path}/*`] : [path]
    for (const url of paths) {
      app.get(url, route, async (request, reply) => {
        const proper = properSpelling(request.url)
        if (proper !== request.url) return reply.redirect(proper, 301)
        const keep = documentCache.begin(cacheKey(request, deps.config), documents[kind].source)
        const document = await read(kind, request)
        if (document.status !== 200) return fillNotice(reply, document)
        return keep(page.document(document), document.seed).send(request, reply)
      })
    }
  }
  app.decorate('fillUnknownPage', (reply: FastifyReply) =>
    fillNotice(reply, plainDocument(tools, 404)),
  )
}

/** Whether the database could be asked for it: no NUL, no half of a character. */
function isStorable({ params, query }: FastifyRequest): boolean {
  try {
    assertStorable([params, query])
    return true
  } catch {
    return false
  }
}

/** One slash between the parts of a path and none at its end; the query as it is. */
function properSpelling(url: string): string {
  const [path = '', ...query] = url.split('?')
  const proper = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  return [proper, ...query].join('?')
}
