import { and, eq, gte, ilike, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { AdminProductFilter } from '#contract/catalog.ts'
import { products } from '../db/tables/catalog.ts'
import { type NumberRange, readRange, readSearchText, readWords } from '../input/list-filters.ts'
import { matchTerms } from '../search/terms.ts'

/** The parameters of the list that narrow it. */
export const productFilterNames = [
  ...(['q', 'category', 'enabled', 'stock', 'price_min', 'price_max', 'archived'] as const),
]

/** Filters of the product list, as in `GET admin/products`; without page and order. */
export interface ProductFilter {
  /** Text of 「關鍵字」; empty: any. */
  text: string
  /** A part of the category, whatever its case; empty: any. */
  category: string
  isEnabled: boolean | undefined
  stock: 'out' | 'low' | 'unlimited' | undefined
  price: NumberRange
  isArchived: boolean
}

/** Throws 400 for numbers that are none, and an empty range. */
export function readProductFilter(
  query: Partial<Record<keyof AdminProductFilter, string>>,
): ProductFilter {
  const fields = { min: 'price_min', max: 'price_max' }
  const [enabled] = readWords(query.enabled, 'enabled', ['0', '1'])
  const [stock] = readWords(query.stock, 'stock', ['out', 'low', 'unlimited'])
  return {
    text: readSearchText(query.q),
    category: query.category ?? '',
    isEnabled: enabled && enabled === '1',
    stock,
    price: readRange({ min: query.price_min, max: query.price_max }, fields),
    isArchived: readWords(query.archived, 'archived', ['1']).length > 0,
  }
}

/** Whether anything narrows the list: without it, all live products are counted exactly. */
export function isProductFilter(filter: ProductFilter): boolean {
  const { text, category, isEnabled, stock, price, isArchived } = filter
  const isSet = isEnabled !== undefined || stock !== undefined || Object.keys(price).length > 0
  return isSet || text !== '' || category !== '' || isArchived
}

/** The filter of the list of products as one condition. */
export function productConditions(filter: ProductFilter, stockLowAt: number): SQL | undefined {
  const { category, isArchived, isEnabled, price } = filter
  return and(
    isArchived ? isNotNull(products.deletedAt) : isNull(products.deletedAt),
    category === '' ? undefined : ilike(products.category, `%${escapeLike(category)}%`),
    isEnabled === undefined ? undefined : eq(products.isEnabled, isEnabled),
    price.min === undefined ? undefined : gte(products.price, price.min),
    price.max === undefined ? undefined : lte(products.price, price.max),
    filter.stock && isOfStock(filter.stock, stockLowAt),
    productsWith(filter.text),
  )
}

/** The products with this text in title, number or id; undefined: nothing is typed. */
export function productsWith(text: string): SQL | undefined {
  return matchTerms(products.searchTerms, text, ['A', 'D'])
}

/** With so many available as `lowAt`, or fewer, a product is low. */
function isOfStock(wanted: NonNullable<ProductFilter['stock']>, lowAt: number): SQL {
  const counted = sql`select coalesce(variant.product_id, stock.product_id) from stock
    left join variants as variant on variant.id = stock.product_id
    where variant.archived_at is null`
  if (wanted === 'unlimited') return sql`${products.id} not in (${counted})`
  const most = wanted === 'out' ? 0 : lowAt
  return sql`${products.id} in (${counted} and on_hand - held <= ${most})`
}

/** A text as a part of a LIKE pattern that matches just this text. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
