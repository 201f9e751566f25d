import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { screens } from '#contract/screens.ts'
import type { ShopSettings } from '#contract/settings.ts'
import type { CampaignCache } from '../campaigns/campaign-cache.ts'
import type { GroupGuesses } from '../campaigns/group-guesses.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import type { Config } from '../config.ts'
import { isDatabaseUnavailable } from '../db/database-error.ts'
import { pageCompression } from '../http/compression.ts'
import { type DocumentParts, openShopPage } from '../http/pages.ts'
import { assertStorable } from '../input/json-body.ts'
import { articleDocument, articleListDocument } from './article-documents.ts'
import { campaignDocument, campaignListDocument, groupDocument } from './campaign-documents.ts'
import { productDocument, productListDocument } from './catalog-documents.ts'
import { type DocumentHandler, laterDocument, plainDocument } from './document-parts.ts'
import { createScreenDrawing } from './screen-drawing.ts'

interface DocumentDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
  campaignCache: CampaignCache
  groupGuesses: GroupGuesses
  shop: () => ShopSettings
}

type Kind = Exclude<(typeof screens)[keyof typeof screens], 'home'>

/** The documents of the paths, without a build none. */
export async function documentRoutes(app: FastifyInstance, deps: DocumentDeps): Promise<void> {
  const page = await openShopPage(deps.config, deps.shop)
  if (!page) return
  const tools = { ...deps, drawing: await createScreenDrawing(deps.config) }
  // The same bytes for everybody: what such a screen shows is the caller's own.
  const frame: DocumentHandler = async () => plainDocument(tools, 200)
  const documents: Record<Kind, DocumentHandler> = {
    products: productListDocument(tools),
    product: productDocument(tools),
    articles: articleListDocument(tools),
    article: articleDocument(tools),
    campaigns: campaignListDocument(tools),
    campaign: campaignDocument(tools),
    group: groupDocument(tools),
    frame,
    backOffice: frame,
  }

  async function read(kind: Kind, request: FastifyRequest) {
    if (!isStorable(request)) return plainDocument(tools, 400)
    try {
      return await documents[kind](request)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      request.log.warn({ err: error, reqId: request.id }, 'no document without the database')
      const message = '商品暫時無法顯示'
      return laterDocument(tools, request, { status: 503, message, retryAfter: 2 })
    }
  }

  for (const [path, kind] of Object.entries(screens)) {
    if (kind === 'home') continue
    const paths = kind === 'backOffice' ? [path, `${path}/*`] : [path]
    for (const url of paths) {
      app.get(
        url,
        { schema: { hide: true }, compress: pageCompression },
        async (request, reply) => {
          const proper = properSpelling(request.url)
          if (proper !== request.url) return reply.redirect(proper, 301)
          const document: DocumentParts = await read(kind, request)
          return page.sendDocument(reply, document)
        },
      )
    }
  }
  app.decorate('sendUnknownPage', (reply: FastifyReply) =>
    page.sendDocument(reply, plainDocument(tools, 404)),
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
