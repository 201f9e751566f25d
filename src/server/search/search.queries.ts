import { and, type SQL, sql } from 'drizzle-orm'
import type { ListSort } from '#contract/catalog.ts'
import {
  type ListingFilter,
  listingOrder,
  mostListed,
  whereFiltered,
} from '../catalog/list-filters.ts'
import type { Db } from '../db/connect.ts'
import { estimateRows } from '../db/estimate-rows.ts'
import { searchDocuments as documents } from '../db/tables/search.ts'
import {
  beginningQuery,
  fieldPattern,
  joinWords,
  type SearchWord,
  termQuery,
  wholeTitleQuery,
} from './search-text.ts'

/** A search reads this table alone: by the index of terms, or along an order of lists. */
const listed = { ...documents, category: documents.listedCategory }

/** As its index begins, which the bounds of a filter do not: see `search_documents_by_price`. */
const sortedPrice = sql`(${documents.price} + 0)`

function orderOf(sort: ListSort, price = sortedPrice): SQL {
  const by = sort.startsWith('price') ? { ...listed, price } : listed
  return sql.join(listingOrder(sort, by), sql`, `)
}

/** Where a walk along the prices begins; undefined if it begins at an end. */
function priceBound({ minPrice, maxPrice }: ListingFilter, sort: ListSort): SQL | undefined {
  if (sort === 'price_asc' && minPrice !== undefined) return sql`${sortedPrice} >= ${minPrice}`
  if (sort === 'price_desc' && maxPrice !== undefined) return sql`${sortedPrice} <= ${maxPrice}`
}

/** The ids of what is found, in an order of lists, and no more than the pages show. */
export async function searchSorted(
  db: Db,
  words: readonly SearchWord[],
  filter: ListingFilter,
  sort: ListSort,
): Promise<string[]> {
  const bound = priceBound(filter, sort)
  const filtered = whereFiltered(filter, listed)
  const order = orderOf(sort)
  const isWalked = bound !== undefined && (await isFoundOften(db, words))
  return readIds(
    db,
    isWalked
      ? // `offset 0`: the planner would rather make a bitmap of all products within the bounds.
        sql`select product_id as id from (
          select *, ${sortedPrice} as sorted_price from ${documents}
          where ${and(bound, filtered)} order by ${order} offset 0
        ) as ${documents} where ${isFound(words)}
        order by ${orderOf(sort, sql`sorted_price`)} limit ${mostListed}`
      : sql`select product_id as id from ${documents} where ${and(isFound(words), filtered)}
          order by ${order} limit ${mostListed}`,
  )
}

async function isFoundOften(db: Db, words: readonly SearchWord[]): Promise<boolean> {
  const expected = await estimateRows(db, sql`select from ${documents} where ${holdsTerms(words)}`)
  return expected > searchThresholds.sorted
}

/**
 * The ids of what is found, by relevance, and no more than the pages show. One statement, which stops
 * at the stage that fills the pages.
 */
export async function searchByRelevance(
  db: Db,
  words: readonly SearchWord[],
  filter: ListingFilter,
): Promise<string[]> {
  const { tier, isAsWritten } = relevance(words)
  return readIds(
    db,
    sql`select ranked.id
    from (select found.id, found.units, ${tier} as tier
      from (${findBest(words, filter)}) as found) as ranked
    join products as p on p.id = ranked.id
    order by tier, ${isAsWritten} desc, units desc, ranked.id desc`,
  )
}

/**
 * The column `id` of a query, in its order. It comes as one value: a thousand rows would leave 0.7 MB
 * of garbage.
 */
async function readIds(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ ids: string[] | null }>(
    sql`select json_agg(found.id) as ids from (${query}) as found`,
  )
  return rows[0]?.ids ?? []
}

/** How many are found without filters, up to one more than the pages show. */
export async function countFound(db: Db, words: readonly SearchWord[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select from ${documents} where ${isFound(words)} limit ${mostListed}) as found`)
  return rows[0]?.n ?? 0
}

/**
 * What is ranked: all that is found, and of more than the pages show those whose title is the search,
 * begins with it, or holds it, then those of its category, then all others, each by units sold.
 */
function findBest(words: readonly SearchWord[], filter: ListingFilter): SQL {
  // The terms of a field are among those of all fields. To ask for both would mislead the planner,
  // which takes them for independent.
  const stages = [
    sql`${documents.titleTerms} @@ ${wholeTitleQuery(words)}::tsquery`,
    sql`${documents.titleTerms} @@ ${beginningQuery(words)}::tsquery`,
    sql`${documents.titleTerms} @@ ${termQuery(words)}::tsquery`,
    sql`${documents.categoryTerms} @@ ${termQuery(words)}::tsquery`,
    holdsTerms(words),
  ]
  const pick = (stage: SQL, index: number) => {
    const earlier = stages.slice(0, index).map((known) => sql`not (${known})`)
    const where = and(stage, ...earlier, ...holdsPieces(words), whereFiltered(filter, listed))
    return sql`(select product_id as id, units_sold as units, title, category, content
      from ${documents} where ${where}
      order by ${orderOf('bestselling')} limit ${mostListed})`
  }
  return sql`${sql.join(stages.map(pick), sql` union all `)} limit ${mostListed}`
}

/**
 * The tier of a product: 1 the title is the search, 2 it begins with it, then the field in which
 * all words are found: 3 title, 4 category, 5 content, 6 description or several of them. And
 * whether the words stand there as they were written, before they are folded.
 */
function relevance(words: readonly SearchWord[]): { tier: SQL; isAsWritten: SQL } {
  const whole = joinWords(words)
  const title = sql.raw('found.title')
  const holds = (field: string) =>
    sql.join(
      words.map((word) => sql`strpos(${sql.raw(field)}, ${fieldPattern(word)}) > 0`),
      sql` and `,
    )
  const tier = sql`case
    when ${title} = ${` ${whole.tokens.join(' ')} `} then 1
    when starts_with(${title}, ${fieldPattern(whole)}) then 2
    when ${holds('found.title')} then 3
    when ${holds('found.category')} then 4
    when ${holds('found.content')} then 5
    else 6 end`
  const field = sql.raw(`case when tier <= 3 then p.title when tier = 4 then p.category
    when tier = 5 then search_content(p) else p.description end`)
  const isAsWritten = sql.join(
    words.map(({ written }) => sql`strpos(${field}, ${written}) > 0`),
    sql` and `,
  )
  return { tier, isAsWritten: sql`(${isAsWritten})` }
}

/** Whether all words are found. */
function isFound(words: readonly SearchWord[]): SQL | undefined {
  return and(holdsTerms(words), ...holdsPieces(words))
}

function holdsTerms(words: readonly SearchWord[]): SQL {
  return sql`${documents.terms} @@ ${termQuery(words)}::tsquery`
}

/**
 * Pairs that stand in the index do not say that a word of three tokens and more stands in one piece:
 * of such a word the fields are looked through.
 */
function holdsPieces(words: readonly SearchWord[]): SQL[] {
  const pieces = words.filter(({ tokens }) => tokens.length > 2).map(fieldPattern)
  const standsIn = (pattern: string) => sql`(
    strpos(${documents.title}, ${pattern}) > 0 or strpos(${documents.category}, ${pattern}) > 0
    or strpos(${documents.content}, ${pattern}) > 0
    or strpos(${documents.description}, ${pattern}) > 0)`
  return pieces.map(standsIn)
}

/** Up to how many, by the statistics, are all read and sorted; tests lower it. */
export const searchThresholds = {
  /** Of more, those of a price order are met sooner along it: both ways read 30,000 of 1,000,000. */
  sorted: 30_000,
  /** Up to so many are sorted: of a word that no title has some thousand are expected. */
  sortedTitles: 10_000,
}

/** By units sold, too, but no index has it: the planner would walk along it until eight are found. */
const unindexedOrder = sql`${documents.unitsSold} + 0 desc, ${documents.productId} desc`

/** Published titles that hold all words: those that begin with them first, then by units sold. */
export async function suggestTitles(
  db: Db,
  words: readonly SearchWord[],
  limit: number,
): Promise<{ id: string; title: string }[]> {
  const pick = async (terms: string) => {
    const stage = sql`${documents.titleTerms} @@ ${terms}::tsquery`
    const expected = await estimateRows(db, sql`select from ${documents} where ${stage}`)
    return db
      .select({ id: documents.productId })
      .from(documents)
      .where(and(stage, holdsInTitle(words)))
      .orderBy(expected > searchThresholds.sortedTitles ? orderOf('bestselling') : unindexedOrder)
      .limit(limit)
  }
  const ids = new Set<string>()
  for (const terms of [beginningQuery(words), termQuery(words)]) {
    if (ids.size >= limit) break
    for (const { id } of await pick(terms)) ids.add(id)
  }
  const wanted = [...ids].slice(0, limit)
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select id, title from products where id = any(${sql.param(wanted)}::text[])
    order by array_position(${sql.param(wanted)}::text[], id::text)`)
  return rows
}

function holdsInTitle(words: readonly SearchWord[]): SQL | undefined {
  return and(...words.map((word) => sql`strpos(${documents.title}, ${fieldPattern(word)}) > 0`))
}
