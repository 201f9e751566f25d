import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Product } from '#contract/catalog.ts'
import { hasOwnOrder, listChoice, listQuery } from '#contract/list-choice.ts'
import type { PrecompressedResponse } from '../cache/precompressed-response.ts'
import { findArchived } from '../catalog/catalog.queries.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import {
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
    const choice = listChoice(new URL(request.url, own).searchParams)
    const { category, page } = choice
    const asked = listQuery(choice)
    const key = `${own}\n${JSON.stringify(asked)}`
    const [list, categories] = await Promise.all([
      catalog.read(`document list\n${key}`, () => readProductList(db, readListChoice(asked), own)),
      catalog.read(`document categories\n${own}`, () => readCategories(db)),
    ])
    const { products } = parseReply(list) as { products: Product[] }
    const address = canonicalList(category, page)
    const isShuffled = !hasOwnOrder(choice)
    const isNarrowed = hasOwnOrder({ ...choice, category: '' })
    const seed = isShuffled ? randomSeed() : undefined
    const document = shownDocument(deps, {
      name: category || '全部商品',
      description: shopDescription(deps),
      canonical: `${own}${address}`,
      // An empty category and a page past the end have no product to find.
      isIndexed: (address === '/main/prods' || products.length > 0) && !isNarrowed,
      type: 'website',
      card: shownShopCard(own, deps.shop().name),
      screen: drawing.draw(`${key}\n${seed ?? ''}`, {
        address: `/main/prods?${new URLSearchParams(asked)}`,
        ...(seed !== undefined && { seed }),
        replies: [
          { key: ['GET {shop}/products', { query: asked }], response: list },
          { key: ['GET {shop}/categories', {}], response: categories },
        ],
      }),
    })
    return { ...document, ...(seed !== undefined && { seed }) }
  }
}

/** The product as its detail shows it; throws `PRODUCT_NOT_FOUND`. */
export function readShownProduct(
  { db, catalog }: Pick<CatalogDeps, 'db' | 'catalog'>,
  id: string,
  own: string,
): Promise<PrecompressedResponse> {
  return catalog.read(`document product\n${own}\n${id}`, () => readProduct(db, id, own))
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
        replies: [{ key: ['GET {shop}/product/:id', { params: { id } }], response }],
      }),
    })
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
