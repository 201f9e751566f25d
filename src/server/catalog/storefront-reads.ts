import type { ListFilters, ListSort } from '#contract/catalog.ts'
import { paginate, paginateCapped, storefrontPageSize } from '#contract/paging.ts'
import type { Db } from '../db/connect.ts'
import { inReadersLanguage } from '../http/readers-texts.ts'
import { ShopError } from '../http/shop-error.ts'
import { requestedPage } from '../input/requested-page.ts'
import {
  findPublished,
  listPublished,
  listPublishedByIds,
  pickPublished,
} from './catalog.queries.ts'
import { listCategories } from './categories.queries.ts'
import { sanitizeDescription } from './description.ts'
import {
  idsOfPage,
  isFiltered,
  type ListingFilter,
  listListed,
  readFilter,
} from './list-filters.ts'
import { absoluteUrl, toListedProduct, toProduct } from './product-wire.ts'
import { wholeCatalog } from './whole-catalog.ts'

const picked = 6

export interface ListChoice {
  page: number
  filter: ListingFilter
  /** Undefined: newest first, whatever its length. */
  sort: ListSort | undefined
}

/** The list that a query asks for; throws for what no list can be asked for. */
export function readListChoice(
  query: ListFilters & { page?: string; category?: string },
): ListChoice {
  return { page: requestedPage(query.page), filter: readFilter(query), sort: query.sort }
}

/** One page of the published products, for callers at `own`. */
export async function readProductList(db: Db, { page, filter, sort }: ListChoice, own: string) {
  const { category } = filter
  if (sort !== undefined || isFiltered({ ...filter, category: '' })) {
    const ids = await listListed(db, filter, sort ?? 'new')
    const rows = await listPublishedByIds(db, idsOfPage(ids, page))
    return {
      products: rows.map((row) => toListedProduct(row, own)),
      pagination: paginateCapped({ page, total: ids.length, category }),
      messages: [],
    }
  }
  const offset = (page - 1) * storefrontPageSize
  const found = await listPublished(db, { category, limit: storefrontPageSize, offset })
  return {
    products: found.rows.map((row) => toListedProduct(row, own)),
    pagination: paginate({ page, pageSize: storefrontPageSize, total: found.total, category }),
    messages: [],
  }
}

export async function readProduct(db: Db, id: string, own: string) {
  const row = await findPublished(db, id)
  if (!row) throw new ShopError('PRODUCT_NOT_FOUND')
  const product = toProduct(inReadersLanguage(row), own)
  // It was sanitised when it was stored, perhaps by an earlier version or not by the shop.
  return { product: { ...product, description: sanitizeDescription(product.description) } }
}

export async function readCategories(db: Db, own: string) {
  const rows = await listCategories(db)
  const categories = rows.map(({ name, count, picture, text }) => ({
    title: name,
    count,
    ...(picture && { picture: absoluteUrl(picture, own) }),
    ...(text && { text }),
  }))
  return { categories, messages: [] }
}

/** Other ones each time. */
export async function readPicks(db: Db, own: string) {
  const rows = await pickPublished(db, picked, wholeCatalog.products)
  return { products: rows.map((row) => toListedProduct(row, own)), messages: [] }
}
