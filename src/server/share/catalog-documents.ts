import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Product } from '#contract/catalog.ts'
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
import { baseUrl } from '../http/base-url.ts'
import { ShopError } from '../http/shop-error.ts'
import { shownCard, shownShopCard } from './cards/card-address.ts'
import { productCard } from './cards/card-content.ts'
import { randomSeed } from './document-cache.ts'
import { productDescription, productJsonLd } from './document-head.ts'
import {
  type DocumentHandler,
  type DocumentTools,
  plainDocument,
  shopDescription,
  shownDocument,
} from './document-parts.ts'
import { parseReply } from './screen-drawing.ts'

interface CatalogDeps extends DocumentTools {
  db: NodePgDatabase
  catalog: CatalogCache
}

const unknownProduct = {
  message: '找不到這個商品，它可能已經下架',
  action: { label: '看全部商品', path: '/main/prods' },
}

export function productListDocument(deps: CatalogDeps): DocumentHandler {
  const { config, db, catalog, drawing } = deps
  return async (request) => {
    const own = baseUrl(request, config)
    const query = new URL(request.url, own).searchParams
    const choice = lenientChoice(query)
    const { category } = choice.filter
    const filters = filtersOf(query, choice)
    const listQuery = { category, page: String(choice.page), ...filters }
    const key = `${own}\n${JSON.stringify(listQuery)}`
    const [list, categories] = await Promise.all([
      catalog.read(`document list\n${key}`, () => readProductList(db, choice, own)),
      catalog.read(`document categories\n${own}`, () => readCategories(db)),
    ])
    const isIndexed = Object.keys(filters).length === 0
    const isShuffled = category === '' && isIndexed
    const seed = isShuffled ? randomSeed() : 0
    const document = shownDocument(deps, {
      name: category || '全部商品',
      description: shopDescription(deps),
      canonical: `${own}${canonicalList(category, choice.page)}`,
      isIndexed,
      type: 'website',
      card: shownShopCard(own, deps.shop().name),
      screen: drawing.draw(`${key}\n${seed}`, {
        address: `/main/prods?${query}`,
        seed,
        replies: [
          { key: ['GET {shop}/products', { query: listQuery }], response: list },
          { key: ['GET {shop}/categories', {}], response: categories },
        ],
      }),
    })
    return { ...document, ...(isShuffled && { seed }) }
  }
}

/** The product as its detail shows it; throws `PRODUCT_NOT_FOUND`. */
export function readShownProduct(
  { db, catalog }: Pick<CatalogDeps, 'db' | 'catalog'>,
  id: string,
  own: string,
): Promise<PrecompressedResponse> {
  return catalog.read(`document product\n${own}\n${id}`, async () => {
    const found = await readProduct(db, id, own)
    const description = sanitizeDescription(found.product.description)
    return { product: { ...found.product, description } }
  })
}

export function productDocument(deps: CatalogDeps): DocumentHandler {
  const { config, db, drawing, shop } = deps
  return async (request) => {
    const own = baseUrl(request, config)
    const { id } = request.params as { id: string }
    let response: PrecompressedResponse
    try {
      response = await readShownProduct(deps, id, own)
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'PRODUCT_NOT_FOUND') throw error
      return plainDocument(deps, (await findArchived(db, id)) ? 410 : 404, unknownProduct)
    }
    const { product } = parseReply(response) as { product: Product }
    const address = `/main/prods/detail/${encodeURIComponent(id)}`
    const canonical = `${own}${address}`
    return shownDocument(deps, {
      name: product.title,
      description: productDescription(product),
      canonical,
      isIndexed: true,
      type: 'product',
      card: shownCard(
        own,
        `product/${encodeURIComponent(id)}`,
        productCard(product, { shop: shop().name, own }),
      ),
      jsonLd: productJsonLd(product, { own, canonical }),
      screen: drawing.draw(`${own}\n${id}`, {
        address,
        seed: 0,
        replies: [{ key: ['GET {shop}/product/:id', { params: { id } }], response }],
      }),
    })
  }
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
