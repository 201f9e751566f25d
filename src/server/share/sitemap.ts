import { Readable } from 'node:stream'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { listPublicArticleIds } from '../articles/articles.queries.ts'
import { listCampaignIds } from '../campaigns/campaigns.queries.ts'
import { listCategoryNames } from '../catalog/list-filters.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import { escapeHtml } from '../http/markup.ts'
import { ShopError } from '../http/shop-error.ts'
import {
  addressesAFile,
  countProductFiles,
  findFileStart,
  readChangedProducts,
} from './sitemap.queries.ts'

interface SitemapDeps {
  config: Config
  db: NodePgDatabase
}

/** What a search engine has no use for; the pages of shared links and cards are not among them. */
const forbidden = ['/v2/', '/backend', '/main/cart', '/main/order', '/main/member', '/main/search']
const batchSize = 1_000
/** More are not open, or to come, at one time. */
const maxCampaigns = 10_000
/** The newest; so that categories have their room beside them. */
const maxArticles = 10_000
const begin = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** What tells search engines where to look: rules for robots and an index of sitemaps. */
export function sitemapRoutes(app: FastifyInstance, { config, db }: SitemapDeps): void {
  const options = { schema: { hide: true } }

  app.get('/robots.txt', options, async (request, reply) => {
    const rules = forbidden.map((path) => `Disallow: ${path}`)
    const sitemap = `Sitemap: ${baseUrl(request, config)}/sitemap.xml`
    keepAnHour(reply).type('text/plain; charset=utf-8')
    return `${['User-agent: *', ...rules, '', sitemap].join('\n')}\n`
  })

  app.get('/sitemap.xml', options, async (request, reply) => {
    const own = baseUrl(request, config)
    const files = Array.from({ length: await countProductFiles(db) }, (_, n) => `products-${n + 1}`)
    const entries = ['pages', ...files].map(
      (name) => `<sitemap><loc>${escapeHtml(`${own}/sitemaps/${name}.xml`)}</loc></sitemap>`,
    )
    sendXml(reply)
    return `${begin}<sitemapindex ${namespace}>${entries.join('')}</sitemapindex>`
  })

  app.get('/sitemaps/pages.xml', options, async (request, reply) => {
    const own = baseUrl(request, config)
    const [categories, campaigns, articles] = await Promise.all([
      listCategoryNames(db),
      listCampaignIds(db, maxCampaigns),
      listPublicArticleIds(db, maxArticles),
    ])
    const paths = [
      '/',
      '/main/prods',
      '/main/groups',
      '/main/articles',
      ...campaigns.map((id) => `/main/groups/detail/${id}`),
      ...articles.map((id) => `/main/articles/${id}`),
      ...categories.map((category) => `/main/prods?${new URLSearchParams({ category })}`),
    ]
    sendXml(reply)
    const addresses = paths.slice(0, addressesAFile).map((path) => address(`${own}${path}`))
    return `${begin}<urlset ${namespace}>${addresses.join('')}</urlset>`
  })

  app.get('/sitemaps/products-:file(^[1-9][0-9]{0,5}$).xml', options, async (request, reply) => {
    const { file } = request.params as { file: string }
    const after = await findFileStart(db, Number(file))
    const first =
      after === undefined ? undefined : await readChangedProducts(db, { after, limit: 1 })
    if (after === undefined || !first?.count) throw new ShopError('UNKNOWN_PATH')
    sendXml(reply)
    return Readable.from(productAddresses(db, baseUrl(request, config), after))
  })
}

/** Read and written in batches, so that a file of any size takes little memory. */
async function* productAddresses(db: NodePgDatabase, own: string, from: string) {
  yield `${begin}<urlset ${namespace}>`
  const page = escapeHtml(`${own}/main/prods/detail/`)
  let after = from
  for (let written = 0; written < addressesAFile; written += batchSize) {
    const { lines, last, count } = await readChangedProducts(db, { after, limit: batchSize })
    yield escapeHtml(lines).replaceAll(
      /^(.*) (.*)\n?/gm,
      (_, id, day) => `<url><loc>${page}${id}</loc><lastmod>${day}</lastmod></url>`,
    )
    if (count < batchSize) break
    after = last
  }
  yield '</urlset>'
}

function address(url: string): string {
  return `<url><loc>${escapeHtml(url)}</loc></url>`
}

function sendXml(reply: FastifyReply): void {
  keepAnHour(reply).type('application/xml; charset=utf-8')
}

function keepAnHour(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'public, max-age=3600')
}
