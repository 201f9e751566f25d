import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PrecompressedResponse } from '../../cache/precompressed-response.ts'
import type { CatalogCache } from '../../catalog/catalog-cache.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { campaignItems } from './campaign-items.ts'
import { type FeedReader, toCatalogueFeed } from './catalogue-feed.ts'
import { verifyFeedKey } from './feed-keys.queries.ts'
import { toNewsFeed } from './news-feed.ts'

interface FeedDeps {
  config: Config
  db: NodePgDatabase
  catalog: Pick<CatalogCache, 'version'>
  settings: Pick<Settings, 'look'>
}

type Feed = FeedReader | 'news'

interface Kept {
  /** Of the catalogue. */
  version: number | undefined
  at: number
  response: Promise<PrecompressedResponse>
}

const maxKept = 6
/** However often something changes, it is read at most once in this time. */
const leastMs = 60_000
/** Prices of campaigns are no part of the catalogue. */
const mostMs = 10 * 60_000
const maxKey = 100
const options = { schema: { hide: true }, compress: false } as const

/** The catalogue for those who have its key, and the news of the shop for everybody. */
export function feedRoutes(app: FastifyInstance, deps: FeedDeps): void {
  const { config, db, catalog, settings } = deps
  const kept = new LRUCache<string, Kept>({ max: maxKept })

  function about(own: string) {
    const { shop, brand } = settings.look()
    return { own, shop: shop.name, description: brand.description }
  }

  /** One read at a time for each feed, however many ask. */
  function readFeed(feed: Feed, own: string): Promise<PrecompressedResponse> {
    const key = `${feed} ${own}`
    // News are no part of the catalogue, and few.
    const version = feed === 'news' ? undefined : catalog.version()
    const known = kept.get(key)
    const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY
    const isCurrent = version !== undefined && known?.version === version && age < mostMs
    if (known && (isCurrent || age < leastMs)) return known.response
    const response = feed === 'news' ? writeNews(own) : writeCatalogue(feed, own)
    kept.set(key, { version, at: Date.now(), response })
    response.catch(() => kept.delete(key))
    return response
  }

  async function writeCatalogue(reader: FeedReader, own: string): Promise<PrecompressedResponse> {
    const xml = await toCatalogueFeed(db, { reader, ...about(own) }, campaignItems(db))
    const contentType = 'application/xml; charset=utf-8'
    return new PrecompressedResponse(xml, { contentType, cacheControl: 'private, max-age=600' })
  }

  async function writeNews(own: string): Promise<PrecompressedResponse> {
    const contentType = 'application/rss+xml; charset=utf-8'
    const xml = await toNewsFeed(db, about(own))
    return new PrecompressedResponse(xml, { contentType, cacheControl: 'public, max-age=600' })
  }

  for (const reader of ['google', 'facebook'] as const) {
    app.get<{ Querystring: { key?: unknown } }>(
      `/feeds/${reader}.xml`,
      options,
      async (request, reply) => {
        const { key } = request.query
        const isKey = typeof key === 'string' && key !== '' && key.length <= maxKey
        if (!isKey || !(await verifyFeedKey(db, key))) throw new ShopError('UNKNOWN_PATH')
        const response = await readFeed(reader, baseUrl(request, config))
        return response.send(request, reply)
      },
    )
  }

  app.get('/feeds/articles.rss', options, async (request, reply) => {
    const response = await readFeed('news', baseUrl(request, config))
    return response.send(request, reply)
  })
}
