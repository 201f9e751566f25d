import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Article } from '#contract/articles.ts'
import type { Product } from '#contract/catalog.ts'
import { readPage } from '#contract/paging.ts'
import { type DocumentData, screens, windowTitle } from '#contract/screens.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { readArticle, readArticles } from '../articles/article-reads.ts'
import type { PrecompressedResponse } from '../cache/precompressed-response.ts'
import { findArchived } from '../catalog/catalog.queries.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import { sanitizeDescription } from '../catalog/description.ts'
import { isListSort } from '../catalog/list-filters.ts'
import {
  type ListChoice,
  readCategories,
  readListChoice,
  readProduct,
  readProductList,
} from '../catalog/storefront-reads.ts'
import type { Config } from '../config.ts'
import { isDatabaseUnavailable } from '../db/database-error.ts'
import { baseUrl } from '../http/base-url.ts'
import { pageCompression } from '../http/compression.ts'
import { embeddedJson } from '../http/markup.ts'
import { type DocumentParts, type DrawnScreen, openShopPage, type ShopPage } from '../http/pages.ts'
import { ShopError } from '../http/shop-error.ts'
import { assertStorable } from '../input/json-body.ts'
import {
  documentHead,
  productDescription,
  productJsonLd,
  shortText,
  textOf,
} from './document-head.ts'

interface DocumentDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
  shop: () => ShopSettings
}

interface ReadReply {
  key: readonly unknown[]
  response: PrecompressedResponse
}

type Draw = (data: DocumentData) => string

const offer = '日常好物一起買，選物、燈飾、茶與咖啡，天天團購價。'
/** Orders of a list that are drawn between two changes of the catalogue. */
const drawnSeeds = 16
const maxDrawn = 300

/** The documents of the paths, without a build none. */
export async function documentRoutes(app: FastifyInstance, deps: DocumentDeps): Promise<void> {
  const page = await openShopPage(deps.config, deps.shop)
  if (!page) return
  const documents = createDocuments(deps, await loadDraw(deps.config))
  for (const [path, kind] of Object.entries(screens)) {
    if (kind === 'home') continue
    const paths = kind === 'backOffice' ? [path, `${path}/*`] : [path]
    for (const url of paths) {
      app.get(url, { schema: { hide: true }, compress: pageCompression }, (request, reply) =>
        answer(page, documents, { kind, request, reply }),
      )
    }
  }
  app.decorate('sendUnknownPage', (reply: FastifyReply) =>
    page.sendDocument(reply, documents.plain(404)),
  )
}

type Documents = ReturnType<typeof createDocuments>
type Kind = (typeof screens)[keyof typeof screens]

async function answer(
  page: ShopPage,
  documents: Documents,
  call: { kind: Kind; request: FastifyRequest; reply: FastifyReply },
) {
  const { kind, request, reply } = call
  const proper = properSpelling(request.url)
  if (proper !== request.url) return reply.redirect(proper, 301)
  if (!isStorable(request)) return page.sendDocument(reply, documents.plain(400))
  try {
    return page.sendDocument(reply, await documents[kindOf(kind)](request))
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    request.log.warn({ err: error, reqId: request.id }, 'no document without the database')
    reply.header('Retry-After', 2)
    return page.sendDocument(reply, documents.plain(503))
  }
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

function kindOf(kind: Kind): 'products' | 'product' | 'articles' | 'article' | 'frame' {
  return kind === 'home' || kind === 'backOffice' ? 'frame' : kind
}

/** One slash between the parts of a path and none at its end; the query as it is. */
function properSpelling(url: string): string {
  const [path = '', ...query] = url.split('?')
  const proper = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  return [proper, ...query].join('?')
}

/** The module that the build made of the screens; it is drawn with nothing where there is none. */
async function loadDraw({ webDir }: Config): Promise<Draw | undefined> {
  const file = `${webDir}-server/document.mjs`
  if (!existsSync(file)) return undefined
  const module: { renderDocument: Draw } = await import(pathToFileURL(file).href)
  return module.renderDocument
}

function createDocuments({ config, db, catalog, shop }: DocumentDeps, draw: Draw | undefined) {
  const shopDescription = () => `${shop().name}：${offer}`
  /** Drawn from replies of the catalogue's cache, and good for as long as these are in it. */
  const drawn = new LRUCache<string, { from: unknown[]; screen: DrawnScreen }>({ max: maxDrawn })

  function drawScreen(
    key: string,
    screen: { address: string; seed: number; replies: ReadReply[] },
  ): DrawnScreen | undefined {
    if (!draw) return undefined
    const from = screen.replies.map(({ response }) => response)
    const known = drawn.get(key)
    if (known?.from.every((response, index) => response === from[index])) return known.screen
    const replies = screen.replies.map(({ key: asked, response }) => ({
      key: asked,
      reply: parseReply(response),
    }))
    const data = { ...screen, replies }
    const made = { markup: draw(data), data: embeddedJson(data) }
    drawn.set(key, { from, screen: made })
    return made
  }

  const read = (key: string, load: () => Promise<object>) => catalog.read(`document\n${key}`, load)

  async function products(request: FastifyRequest): Promise<DocumentParts> {
    const own = baseUrl(request, config)
    const query = new URL(request.url, own).searchParams
    const choice = lenientChoice(query)
    const { category } = choice.filter
    const address = `/main/prods?${query}`
    const filters = filtersOf(query, choice)
    const listQuery = { category, page: String(choice.page), ...filters }
    const key = `${own}\n${JSON.stringify(listQuery)}`
    const [list, categories] = await Promise.all([
      read(`list\n${key}`, () => readProductList(db, choice, own)),
      read(`categories\n${own}`, () => readCategories(db)),
    ])
    const isShuffled = category === '' && Object.keys(filters).length === 0
    const seed = isShuffled ? Math.floor(Math.random() * drawnSeeds) : 0
    const title = windowTitle(shop().name, category || '全部商品')
    const canonical = `${own}${canonicalList(category, choice.page)}`
    const isIndexed = Object.keys(filters).length === 0
    return {
      status: 200,
      title,
      description: shopDescription(),
      head: documentHead({
        shopName: shop().name,
        title,
        description: shopDescription(),
        canonical,
        isIndexed,
        type: 'website',
      }),
      screen: drawScreen(`${key}\n${seed}`, {
        address,
        seed,
        replies: [
          { key: ['GET {shop}/products', { query: listQuery }], response: list },
          { key: ['GET {shop}/categories', {}], response: categories },
        ],
      }),
    }
  }

  async function product(request: FastifyRequest): Promise<DocumentParts> {
    const own = baseUrl(request, config)
    const { id } = request.params as { id: string }
    const key = `${own}\n${id}`
    let response: PrecompressedResponse
    try {
      response = await read(`product\n${key}`, async () => {
        const found = await readProduct(db, id, own)
        const description = sanitizeDescription(found.product.description)
        return { product: { ...found.product, description } }
      })
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'PRODUCT_NOT_FOUND') throw error
      return plain((await findArchived(db, id)) ? 410 : 404)
    }
    const { product: shown } = parseReply(response) as { product: Product }
    const canonical = `${own}/main/prods/detail/${encodeURIComponent(id)}`
    const title = windowTitle(shop().name, shown.title)
    const description = productDescription(shown)
    return {
      status: 200,
      title,
      description,
      head: documentHead({
        shopName: shop().name,
        title,
        description,
        canonical,
        isIndexed: true,
        type: 'product',
        jsonLd: productJsonLd(shown, { own, canonical }),
      }),
      screen: drawScreen(key, {
        address: `/main/prods/detail/${encodeURIComponent(id)}`,
        seed: 0,
        replies: [{ key: ['GET {shop}/product/:id', { params: { id } }], response }],
      }),
    }
  }

  async function articles(request: FastifyRequest): Promise<DocumentParts> {
    const own = baseUrl(request, config)
    const page = readPage(new URL(request.url, own).searchParams.get('page') ?? undefined) ?? 1
    const key = `${own}\narticles ${page}`
    const response = await read(key, () => readArticles(db, page, { isPublicOnly: true, own }))
    const search = page > 1 ? `?page=${page}` : ''
    const head = {
      shopName: shop().name,
      title: windowTitle(shop().name, '最新公告'),
      description: `${shop().name}的最新公告`,
    }
    return {
      ...head,
      status: 200,
      head: documentHead({
        ...head,
        canonical: `${own}/main/articles${search}`,
        isIndexed: true,
        type: 'website',
      }),
      screen: drawScreen(key, {
        address: `/main/articles${search}`,
        seed: 0,
        replies: [{ key: ['GET {shop}/articles', { query: { page: String(page) } }], response }],
      }),
    }
  }

  async function article(request: FastifyRequest): Promise<DocumentParts> {
    const own = baseUrl(request, config)
    const { id } = request.params as { id: string }
    const key = `${own}\narticle ${id}`
    let response: PrecompressedResponse
    try {
      response = await read(key, () => readArticle(db, id, { isPublicOnly: true, own }))
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'ARTICLE_NOT_FOUND') throw error
      return plain(404)
    }
    const { article: shown } = parseReply(response) as { article: Article }
    const address = `/main/articles/${encodeURIComponent(id)}`
    const head = {
      shopName: shop().name,
      title: windowTitle(shop().name, shown.title),
      description: shortText([shown.description, textOf(shown.content), shown.title]),
    }
    return {
      ...head,
      status: 200,
      head: documentHead({
        ...head,
        canonical: `${own}${address}`,
        isIndexed: true,
        type: 'article',
      }),
      screen: drawScreen(key, {
        address,
        seed: 0,
        replies: [{ key: ['GET {shop}/article/:id', { params: { id } }], response }],
      }),
    }
  }

  /** No content, and nothing for a search engine to keep. */
  function plain(status: number): DocumentParts {
    const title = windowTitle(shop().name)
    return {
      status,
      title,
      description: shopDescription(),
      head: documentHead({
        shopName: shop().name,
        title,
        description: shopDescription(),
        canonical: undefined,
        isIndexed: false,
        type: 'website',
      }),
    }
  }

  return {
    products,
    product,
    articles,
    article,
    plain,
    /** The same bytes for everybody: what it shows is the caller's own. */
    frame: async () => plain(200),
  }
}

function parseReply(response: PrecompressedResponse): unknown {
  return JSON.parse(response.text)
}

/** As the web reads an address: what no list can be asked for is left out. */
function lenientChoice(query: URLSearchParams): ListChoice {
  const given = Object.fromEntries(
    ['page', 'category', 'sort', 'min_price', 'max_price', 'in_stock'].flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value]] : []
    }),
  )
  try {
    const { sort, ...others } = given
    const isKnown = sort !== undefined && isListSort(sort)
    return readListChoice({ ...others, ...(isKnown && { sort }) })
  } catch {
    return readListChoice({ category: query.get('category') ?? '' })
  }
}

function filtersOf(query: URLSearchParams, { sort, filter }: ListChoice) {
  return {
    ...(sort !== undefined && { sort }),
    ...(filter.minPrice !== undefined && { min_price: String(filter.minPrice) }),
    ...(filter.maxPrice !== undefined && { max_price: String(filter.maxPrice) }),
    ...(query.get('in_stock') === '1' && { in_stock: '1' }),
  }
}

/** Category and page stay; what was sorted, filtered or counted does not. */
function canonicalList(category: string, page: number): string {
  const query = new URLSearchParams({
    ...(category && { category }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query ? `/main/prods?${query}` : '/main/prods'
}
