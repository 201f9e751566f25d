import { and, asc, gte, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { inLanguage } from '#contract/language.ts'
import { escapeHtml } from '#contract/markup.ts'
import type { Language } from '#contract/translate.ts'
import { listPublicArticleIds } from '../articles/articles.queries.ts'
import { listCampaignIds } from '../campaigns/campaigns.queries.ts'
import { isPublished } from '../catalog/catalog.queries.ts'
import { listCategoryNames } from '../catalog/list-filters.ts'
import type { Config } from '../config.ts'
import { products } from '../db/tables/catalog.ts'
import { baseUrl } from '../http/base-url.ts'
import { ShopError } from '../http/shop-error.ts'
import { listPublicSlugs } from '../info-pages/info-pages.queries.ts'

interface SitemapDeps {
  config: Config
  db: NodePgDatabase
  /** Whether the storefront is read in English, too. */
  hasEnglish: () => boolean
}

const options = { schema: { hide: true } }

/** Paths of no use to a search engine; the pages of shared links and cards are not among them. */
const forbidden = ['/main/cart', '/main/order', '/main/member', '/main/search']
/** As many addresses as a file of a sitemap may have. */
const addressesAFile = 50_000
/** More are not open, or to come, at one time. */
const maxCampaigns = 10_000
/** The newest; so that categories have their room beside them. */
const maxArticles = 10_000
const maxPages = 1_000
const begin = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Files for search engines: rules for robots and an index of sitemaps. */
export function sitemapRoutes(app: FastifyInstance, deps: SitemapDeps): void {
  const { config, db, hasEnglish } = deps
  const languages = (): Language[] => (hasEnglish() ? ['zh', 'en'] : ['zh'])

  app.get('/robots.txt', options, async (request, reply) => {
    const paths = [
      '/v2/',
      '/backend',
      ...languages().flatMap((one) => forbidden.map((path) => inLanguage(one, path))),
    ]
    const rules = paths.map((path) => `Disallow: ${path}`)
    const sitemap = `Sitemap: ${baseUrl(request, config)}/sitemap.xml`
    keepAnHour(reply).type('text/plain; charset=utf-8')
    return `${['User-agent: *', ...rules, '', sitemap].join('\n')}\n`
  })

  app.get('/sitemap.xml', options, async (request, reply) => {
    const own = baseUrl(request, config)
    const length = Math.ceil((await db.$count(products, isPublished)) / addressesAFile)
    const files = Array.from({ length }, (_, n) => `products-${n + 1}`)
    const names = languages().flatMap((one) =>
      ['pages', ...files].map((name) => (one === 'en' ? `en-${name}` : name)),
    )
    const entries = names.map(
      (name) => `<sitemap><loc>${escapeHtml(`${own}/sitemaps/${name}.xml`)}</loc></sitemap>`,
    )
    sendXml(reply)
    return `${begin}<sitemapindex ${namespace}>${entries.join('')}</sitemapindex>`
  })

  languageFiles(app, deps, 'zh')
  languageFiles(app, deps, 'en')
}

/** The files of one language; without English, there are none of it. */
function languageFiles(
  app: FastifyInstance,
  { config, db, hasEnglish }: SitemapDeps,
  of: Language,
) {
  const files = `/sitemaps/${of === 'en' ? 'en-' : ''}`
  const preHandler = async () => {
    if (of === 'en' && !hasEnglish()) throw new ShopError('UNKNOWN_PATH')
  }

  app.get(`${files}pages.xml`, { ...options, preHandler }, async (request, reply) => {
    const own = baseUrl(request, config)
    const [categories, campaigns, articles, slugs] = await Promise.all([
      listCategoryNames(db),
      listCampaignIds(db, maxCampaigns),
      listPublicArticleIds(db, maxArticles),
      listPublicSlugs(db, maxPages),
    ])
    const paths = [
      '/',
      '/main/prods',
      '/main/groups',
      '/main/articles',
      ...slugs.map((slug) => `/main/page/${slug}`),
      ...campaigns.map((id) => `/main/groups/detail/${id}`),
      ...articles.map((id) => `/main/articles/${id}`),
      ...categories.map((category) => `/main/prods?${new URLSearchParams({ category })}`),
    ]
    sendXml(reply)
    const addresses = paths
      .slice(0, addressesAFile)
      .map((path) => address(own + inLanguage(of, path)))
    return `${begin}<urlset ${namespace}>${addresses.join('')}</urlset>`
  })

  const numbered = `${files}products-:file(^[1-9][0-9]{0,5}$).xml`
  app.get(numbered, { ...options, preHandler }, async (request, reply) => {
    const { file } = request.params as { file: string }
    const lines = await readChangedProducts(db, Number(file))
    if (!lines) throw new ShopError('UNKNOWN_PATH')
    const path = inLanguage(of, '/main/prods/detail/')
    const page = escapeHtml(baseUrl(request, config) + path)
    const addresses = escapeHtml(lines).replaceAll(
      /^(.*) (.*)\n?/gm,
      (_, id, day) => `<url><loc>${page}${id}</loc><lastmod>${day}</lastmod></url>`,
    )
    sendXml(reply)
    return `${begin}<urlset ${namespace}>${addresses}</urlset>`
  })
}

/**
 * The published products of a file, the first of which is 1, in one text with a line of id and day
 * for each: as rows they would be 50,000 objects. Null past the last file.
 */
async function readChangedProducts(db: NodePgDatabase, file: number): Promise<string | null> {
  const published = db.select({ id: products.id }).from(products).where(isPublished)
  const start = published
    .orderBy(asc(products.id))
    .limit(1)
    .offset((file - 1) * addressesAFile)
  const changed = db
    .select({ id: products.id, at: products.changedAt })
    .from(products)
    .where(and(isPublished, gte(products.id, start)))
    .orderBy(asc(products.id))
    .limit(addressesAFile)
    .as('changed')
  const day = sql`to_char(${changed.at} at time zone 'Asia/Taipei', 'YYYY-MM-DD')`
  const line = sql`${changed.id} || ' ' || ${day}`
  const lines = sql<string | null>`string_agg(${line}, chr(10) order by ${changed.id})`
  const [row] = await db.select({ lines }).from(changed)
  return row?.lines ?? null
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
