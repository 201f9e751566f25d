import { and, eq, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { AdminProductFilter } from '#contract/catalog.ts'
import type { Db } from '../db/connect.ts'
import { escapeLike } from '../db/escape-like.ts'
import { estimateRows } from '../db/estimate-rows.ts'
import { listThresholds } from '../db/found-page.ts'
import { ending, foldSearch, grams, minEnding, outerPairs, term } from '../db/list-terms.ts'
import { productKeys } from '../db/tables/list-keys.ts'
import { type NumberRange, readRange, readSearchText, readWords } from '../input/list-filters.ts'

/** The parameters of the list that narrow it. */
export const productFilterNames = [
  ...(['q', 'category', 'enabled', 'stock', 'price_min', 'price_max', 'archived'] as const),
]

/** What narrows the list of products, as `GET admin/products` says; without page and order. */
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

/** A filter as conditions over `product_keys`. */
export interface ProductConditions {
  /** All of them together. */
  where: SQL | undefined
  /** See `FoundList`. */
  byPair: (SQL | undefined)[] | undefined
  /** The same for a walk along the titles, whose index has all that it asks for. */
  walked: SQL | undefined
  /** The few of a stock, looked up by an index that has all but their terms, and what narrows them. */
  lookedUp: { few: SQL; where: SQL | undefined } | undefined
  /** All but that of the categories, for reading one category after the other. */
  apartFromCategory: SQL | undefined
  /** The categories that are asked for and exist; undefined: all. */
  categories: string[] | undefined
  /** A text is asked for, and no stock that is looked up: see `FoundList`. */
  hasTerms: boolean
}

/**
 * A subselect of the ids that the list with this filter holds, whatever its page and order. For runs
 * and files over all of them.
 */
export async function selectProductIds(
  db: Db,
  filter: ProductFilter,
  stockLowAt: number,
): Promise<SQL> {
  const { where } = await productConditions(db, filter, stockLowAt)
  return sql`(select ${productKeys.productId} from ${productKeys} where ${where})`
}

/** `stockLowAt`: with so many available or fewer a product is low. */
export async function productConditions(
  db: Db,
  filter: ProductFilter,
  stockLowAt: number,
): Promise<ProductConditions> {
  const { category, isArchived, isEnabled, price } = filter
  const [categories, text, stock] = await Promise.all([
    category === '' ? undefined : findCategories(db, category, isArchived),
    textCondition(db, filter.text),
    stockCondition(db, filter.stock, stockLowAt),
  ])
  const isListed = isArchived ? isNotNull(productKeys.archivedAt) : isNull(productKeys.archivedAt)
  const apartFromStock = and(
    isEnabled === undefined ? undefined : eq(productKeys.isEnabled, isEnabled),
    price.min === undefined ? undefined : gte(productKeys.price, price.min),
    price.max === undefined ? undefined : lte(productKeys.price, price.max),
  )
  const others = and(isListed, apartFromStock, stock?.condition)
  const isOfCategory =
    categories && sql`${productKeys.category} = any(${sql.param(categories)}::text[])`
  return {
    where: and(text?.indexed, others, isOfCategory),
    hasTerms: text !== undefined && !stock?.isLookedUp,
    byPair: text?.byPair?.map((pair) => and(pair, others, isOfCategory)),
    walked: and(text?.ofRow, others, isOfCategory),
    lookedUp: stock?.isLookedUp
      ? {
          few: sql`select product_id, is_enabled, category, price, origin_price, title, title_text,
            ${isArchived ? productKeys.archivedAt : sql`null`} as archived_at
            from ${productKeys} where ${and(isListed, stock.condition)}`,
          where: and(text?.ofRow, apartFromStock, isOfCategory),
        }
      : undefined,
    apartFromCategory: and(others, text?.indexed),
    categories,
  }
}

interface StockCondition {
  condition: SQL
  /** The ids of the products are found first. */
  isLookedUp: boolean
}

async function stockCondition(
  db: Db,
  wanted: ProductFilter['stock'],
  lowAt: number,
): Promise<StockCondition | undefined> {
  if (wanted === undefined) return undefined
  const { productId, isCounted } = productKeys
  if (wanted === 'unlimited') return { condition: sql`not ${isCounted}`, isLookedUp: false }
  const most = wanted === 'out' ? 0 : lowAt
  const found = sql`from stock where on_hand - held <= ${most}`
  // An array is looked up, a subselect asked row by row.
  const isLookedUp = (await estimateRows(db, sql`select ${found}`)) <= listThresholds.fewInStock
  const isFound = isLookedUp
    ? sql`${productId} = any(array(select product_id ${found}))`
    : sql`(select on_hand - held from stock where stock.product_id = ${productId}) <= ${most}`
  return { condition: sql`(${isCounted} and ${isFound})`, isLookedUp }
}

interface TextCondition {
  /** By the index of the terms. */
  indexed: SQL
  /** The same of a phrase, by one of its pairs each. */
  byPair: SQL[] | undefined
  /** The same, from what the index of the titles has as far as that says it. */
  ofRow: SQL
}

async function textCondition(db: Db, given: string): Promise<TextCondition | undefined> {
  if (given === '') return undefined
  const { folded } = await foldSearch(db, given)
  if (folded === '') return undefined
  const size = [...folded].length
  const exact = [
    ...(size >= minEnding ? [ending('i', folded)] : []),
    ...(/^[1-9]\d{0,17}$/.test(folded) ? [term('n', folded)] : []),
  ]
  const titles = size === 1 ? term('a', folded) : grams('c', folded, 2)
  const all = [...exact, titles].filter((any) => any !== undefined)
  const found = sql`${productKeys.terms} @@ ${all.join(' | ')}::tsquery`
  const inTitle = sql`strpos(${productKeys.titleText}, ${folded}) > 0`
  // The few that are named exactly are looked up once, so that no row is read for their terms.
  const named = sql`select product_id from product_keys where terms @@ ${exact.join(' | ')}::tsquery`
  const ofRow =
    exact.length === 0
      ? inTitle
      : sql`(${inTitle} or ${productKeys.productId} = any(array(${named})))`
  if (size < 3) return { indexed: found, byPair: undefined, ofRow }
  const byPair = outerPairs(folded).map((pair) => {
    const any = [...exact, term('c', pair)].join(' | ')
    return sql`(${productKeys.terms} @@ ${any}::tsquery and ${ofRow})`
  })
  // Pairs of characters do not say that they follow each other.
  return { indexed: sql`(${found} and ${ofRow})`, byPair, ofRow }
}

/** The categories that hold `part`, whatever its case: one step of an index for each category. */
async function findCategories(db: Db, part: string, isArchived: boolean): Promise<string[]> {
  const pattern = `%${escapeLike(part)}%`
  const all = isArchived
    ? sql`select distinct category from product_keys where archived_at is not null`
    : sql`
      (select category from product_keys where archived_at is null order by category limit 1)
      union all
      select (select k.category from product_keys as k
        where k.archived_at is null and k.category > names.category order by k.category limit 1)
      from names where names.category is not null`
  const { rows } = await db.execute<{ category: string }>(sql`
    with recursive names as (${all}) select category from names where category ilike ${pattern}`)
  return rows.map(({ category }) => category)
}
