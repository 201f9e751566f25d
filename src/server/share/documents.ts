import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { alternateLinks } from '#contract/alternates.ts'
import { campaignHead } from '#contract/campaign-head.ts'
import { shopErrors } from '#contract/errors.ts'
import { inLanguage, withoutLanguage } from '#contract/language.ts'
import { hasOwnOrder, listChoice } from '#contract/list-choice.ts'
import { headMarkup, type PageHead, plainHead, type Site } from '#contract/page-head.ts'
import { type AddressQuery, parsePageNumber } from '#contract/paging.ts'
import { productHead } from '#contract/product-head.ts'
import {
  type Ask,
  campaignChoice,
  type DocumentNotice,
  type ReadScreen,
  type ScreenAddress,
  type ScreenReplies,
  screenReads,
  screens,
} from '#contract/screens.ts'
import {
  articleHead,
  articleListHead,
  campaignListHead,
  homeHead,
  infoPageHead,
  productListHead,
} from '#contract/shop-heads.ts'
import { t } from '#contract/translate.ts'
import { cacheKey, type ResponseCache } from '../cache/response-cache.ts'
import type { CampaignCache } from '../campaigns/campaign-cache.ts'
import { findArchived } from '../catalog/catalog.queries.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import type { Config } from '../config.ts'
import { isDatabaseUnavailable } from '../db/database-error.ts'
import { baseUrl } from '../http/base-url.ts'
import { pageCompression } from '../http/compression.ts'
import { requestLanguage, runIn } from '../http/language.ts'
import type { PageFault } from '../http/not-found.ts'
import { type DocumentParts, openShopPage, type PageLook } from '../http/pages.ts'
import { ShopError } from '../http/shop-error.ts'
import { assertStorable } from '../input/json-body.ts'
import { type DocumentCache, randomSeed } from './document-cache.ts'
import type { OpenReads } from './in-process-reads.ts'
import { createScreenDrawing } from './screen-drawing.ts'

interface DocumentDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
  campaignCache: CampaignCache
  openReads: OpenReads
  documentCache: DocumentCache
  look: () => PageLook
}

type Kind = (typeof screens)[keyof typeof screens]

/** The head of each screen, by the functions that its page in the web calls. */
const heads: {
  [K in ReadScreen]: (replies: ScreenReplies<K>, site: Site, query: AddressQuery) => PageHead
} = {
  home: (_, site) => homeHead(site),
  products: ([{ products }, { categories }], site, query) => {
    const choice = listChoice(query)
    const text = categories.find(({ title }) => title === choice.category)?.text
    return productListHead({ ...choice, text }, products.length, site)
  },
  product: ([{ product }], site, query) => productHead(product, site, query.get('v')),
  articles: ({ articles }, site, query) =>
    articleListHead(parsePageNumber(query), articles.length, site),
  article: ({ article }, site) => articleHead(article, site),
  infoPage: ({ page }, site) => infoPageHead(page, site),
  campaigns: ({ campaigns }, site, query) =>
    campaignListHead(campaignChoice(query), campaigns.length, site),
  campaign: campaignHead,
  group: campaignHead,
}

const unknownGroup = {
  message: '找不到這個團',
  action: { label: '看開團中的團購', path: '/main/groups' },
}
/** In place of what is missing. */
const notices: { [K in Kind]?: DocumentNotice } = {
  product: {
    message: '找不到這個商品，它可能已經下架',
    action: { label: '看全部商品', path: '/main/prods' },
  },
  infoPage: { message: '找不到這個頁面', action: { label: '回首頁', path: '/' } },
  campaign: unknownGroup,
  group: unknownGroup,
}

/** The documents of the paths, without a build none. */
export async function documentRoutes(app: FastifyInstance, deps: DocumentDeps): Promise<void> {
  const { config, db, documentCache, openReads, look } = deps
  const drawing = await createScreenDrawing(config, look)
  const built = await openShopPage(config, look, (shown) => drawing.frame(shown))
  if (!built) return
  const page = built
  const siteOf = (request: FastifyRequest) => {
    const { shop, brand } = look()
    return {
      own: baseUrl(request, config),
      shop: shop.name,
      brand,
      hasEnglish: shop.has_english === true,
    }
  }

  /** No content of its own. `retryAfter` is in seconds. */
  function plainDocument(
    request: FastifyRequest,
    { status = 200, notice, retryAfter }: Plain,
  ): DocumentParts {
    const site = siteOf(request)
    const screen = notice && drawing.notice(translated(notice))
    return { status, retryAfter, head: headMarkup(plainHead(site, {}), site), screen }
  }

  /** While the database is busy: a word, and the way to try again. */
  function laterDocument(request: FastifyRequest, later: Plain & { message: string }) {
    const action = { label: '重試', path: withoutLanguage(properSpelling(request.url)) }
    return plainDocument(request, { ...later, notice: { message: later.message, action } })
  }

  async function shownDocument<K extends ReadScreen>(
    kind: K,
    request: FastifyRequest,
  ): Promise<DocumentParts> {
    const site = siteOf(request)
    const { pathname, searchParams: query } = new URL(request.url, site.own)
    const seed = isShuffled(kind, query) ? randomSeed() : undefined
    const reads = openReads(request, seed)
    const read = screenReads[kind] as (
      ask: Ask,
      address: ScreenAddress,
    ) => Promise<ScreenReplies<K>>
    const params = request.params as ScreenAddress['params']
    const shown = await read(reads.ask, { params, query, home: look().brand.home })
    const head = heads[kind](shown, site, query)
    const replies = await reads.replies()
    const asked = replies[0]?.key[1] as { query?: Record<string, string> } | undefined
    const chosen = kind === 'home' ? '' : String(new URLSearchParams(asked?.query))
    const { search } = new URL(head.shared ?? site.own)
    const address = pathname + (search || (chosen && `?${chosen}`))
    return {
      status: 200,
      head: headMarkup(head, site) + alternateLinks(head, site),
      screen: drawing.draw(`${site.own}\n${address}\n${seed ?? ''}`, { address, seed, replies }),
      seed,
    }
  }

  async function read(kind: Kind, request: FastifyRequest): Promise<DocumentParts> {
    if (!isStorable(request)) return plainDocument(request, { status: 400 })
    // The same bytes for everybody: what such a screen shows is the caller's own.
    if (kind === 'frame' || kind === 'backOffice') return plainDocument(request, {})
    if (look().shop.is_closed && selling.has(kind)) return plainDocument(request, closed)
    try {
      return await shownDocument(kind, request)
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        request.log.warn({ err: error, reqId: request.id }, 'no document without the database')
        if (kind === 'home') return homeWithoutContent(request)
        return laterDocument(request, { status: 503, message: '商品暫時無法顯示', retryAfter: 2 })
      }
      if (!(error instanceof ShopError) || error.status >= 500) throw error
      const { code, status, retryAfter } = error
      if (code === 'TOO_MANY_REQUESTS') {
        return laterDocument(request, { status, message: t(shopErrors[code].message), retryAfter })
      }
      const { id = '' } = request.params as ScreenAddress['params']
      const isGone = kind === 'product' && (await findArchived(db, id))
      return plainDocument(request, { status: isGone ? 410 : status, notice: notices[kind] })
    }
  }

  /** Its hero is in the page itself, and the rest comes with the application. */
  function homeWithoutContent(request: FastifyRequest): DocumentParts {
    const site = siteOf(request)
    const head = homeHead(site)
    return { status: 200, head: headMarkup(head, site) + alternateLinks(head, site) }
  }

  /** Refusals are not cached: the entry may exist a moment later. */
  function fillNotice(reply: FastifyReply, document: DocumentParts): string {
    reply.code(document.status).type('text/html; charset=utf-8').header('Cache-Control', 'no-cache')
    if (document.retryAfter !== undefined) reply.header('Retry-After', document.retryAfter)
    return page.document(document)
  }

  const route = { schema: { hide: true }, compress: pageCompression }
  for (const [path, kind] of Object.entries(screens)) {
    const source = sourceOf(kind, deps)
    const paths = kind === 'backOffice' ? [path, `${path}/*`] : [path]
    for (const own of paths) {
      app.get(inLanguage('en', own), route, async (request, reply) => {
        const isShown = look().shop.has_english === true && !isOfStaff(own)
        if (!isShown) return reply.redirect(withoutLanguage(properSpelling(request.url)), 302)
        return answer(request, reply)
      })
      app.get(own, route, answer)
      async function answer(request: FastifyRequest, reply: FastifyReply) {
        const proper = properSpelling(request.url)
        if (proper !== request.url) return reply.redirect(proper, 301)
        const keep = documentCache.begin(cacheKey(request, config), source)
        const document = await read(kind, request)
        if (document.status !== 200) return fillNotice(reply, document)
        const html = kind === 'home' ? page.home(document) : page.document(document)
        return keep(html, document.seed).send(request, reply)
      }
    }
  }
  // Kept by the worker, and shown without network in place of any page: so it asks for no script.
  app.get('/offline', route, answerOffline)
  app.get(inLanguage('en', '/offline'), route, async (request, reply) => {
    if (look().shop.has_english !== true) throw new ShopError('UNKNOWN_PATH')
    return answerOffline(request, reply)
  })
  async function answerOffline(request: FastifyRequest, reply: FastifyReply) {
    if (look().shop.on_phones !== true) throw new ShopError('UNKNOWN_PATH')
    const html = fillNotice(reply, plainDocument(request, { notice: offline }))
    return html.replace(
      /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g,
      '',
    )
  }
  app.decorate('fillUnknownPage', (reply: FastifyReply) =>
    runIn(look().shop.has_english ? requestLanguage(reply.request) : 'zh', () =>
      fillNotice(reply, plainDocument(reply.request, { status: 404 })),
    ),
  )
  app.decorate('fillFaultPage', (reply: FastifyReply, fault: PageFault) =>
    fillNotice(reply, laterDocument(reply.request, fault)),
  )
}

/** Screens of the staff, who read Chinese. */
function isOfStaff(path: string): boolean {
  return /^\/backend|Backend$|Invitation$|firstAdmin$/.test(path)
}

function translated({ message, action }: DocumentNotice): DocumentNotice {
  return { message: t(message), action: { ...action, label: t(action.label) } }
}

/** Screens that a closed shop does not show; `closed-shop.tsx` has the others by path. */
const selling: ReadonlySet<Kind> = new Set<Kind>([
  'home',
  'products',
  'product',
  'campaigns',
  'campaign',
  'group',
])

/** The layout draws it for everybody who is not of the staff, who see the shop with the script. */
const closed: Plain = {
  status: 503,
  retryAfter: 3600,
  notice: { message: '商店準備中', action: { label: '訂單查詢', path: '/main/order' } },
}

const offline: DocumentNotice = {
  message: '目前沒有網路，連上網路後請重新整理',
  action: { label: '回首頁', path: '/' },
}

interface Plain {
  status?: number
  notice?: DocumentNotice | undefined
  retryAfter?: number | undefined
}

/** Whose changes make a document another one. */
function sourceOf(
  kind: Kind,
  { catalog, campaignCache }: Pick<DocumentDeps, 'catalog' | 'campaignCache'>,
): { version(): unknown } {
  if (kind === 'home' || kind === 'campaign' || kind === 'group') {
    return bothOf(catalog, campaignCache)
  }
  return kind === 'campaigns' ? campaignCache : catalog
}

type Source = Pick<ResponseCache, 'version'>

function bothOf(one: Source, other: Source) {
  return {
    version: () => {
      const versions = [one.version(), other.version()]
      return versions.includes(undefined) ? undefined : String(versions)
    },
  }
}

/** Whether another load shows another order, or other products. */
function isShuffled(kind: ReadScreen, query: AddressQuery): boolean {
  return kind === 'home' || (kind === 'products' && !hasOwnOrder(listChoice(query)))
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
