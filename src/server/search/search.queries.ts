import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { ListSort } from '#contract/catalog.ts'
import {
  type ListingFilter,
  listingOrders,
  mostListed,
  whereFiltered,
} from '../catalog/list-filters.ts'
import type { Db } from '../db/connect.ts'
import { productListings as listings } from '../db/tables/listings.ts'
import { searchDocuments as documents } from '../db/tables/search.ts'
import {
  beginningQuery,
  fieldPattern,
  joinWords,
  type SearchWord,
  termQuery,
  wholeTitleQuery,
} from './search-text.ts'

const isSameProduct = eq(documents.productId, listings.productId)

/** The ids of what is found, in an order of lists, and no more than the pages show. */
export async function searchSorted(
  db: Db,
  words: readonly SearchWord[],
  filter: ListingFilter,
  sort: ListSort,
): Promise<string[]> {
  const rows = await db
    .select({ id: listings.productId })
    .from(listings)
    .innerJoin(documents, isSameProduct)
    .where(and(isFound(words), whereFiltered(filter)))
    .orderBy(...listingOrders[sort])
    .limit(mostListed)
  return rows.map(({ id }) => id)
}

/** The ids of what is found, by relevance, and no more than the pages show. */
export async function searchByRelevance(
  db: Db,
  words: readonly SearchWord[],
  filter: ListingFilter,
): Promise<string[]> {
  const found = await findBest(db, words, filter)
  return found.length === 0 ? [] : rank(db, words, found)
}

/** How many are found without filters, up to one more than the pages show. */
export async function countFound(db: Db, words: readonly SearchWord[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select from ${documents} where ${isFound(words)} limit ${mostListed}) as found`)
  return rows[0]?.n ?? 0
}

// No interface: `execute` asks for an index signature.
type Found = {
  id: string
  /** Units sold. */
  units: number
}

/**
 * What is ranked: all that is found, and of more than the pages show those whose title is the search,
 * begins with it, or holds it, then those of its category, then all others, each by units sold. One
 * statement, which stops at the stage that fills the pages.
 */
async function findBest(
  db: Db,
  words: readonly SearchWord[],
  filter: ListingFilter,
): Promise<Found[]> {
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
    const where = and(stage, ...earlier, ...holdsPieces(words), whereFiltered(filter))
    return sql`(select ${listings.productId} as id, ${listings.unitsSold} as units
      from ${listings} join ${documents} on ${isSameProduct} where ${where}
      order by ${sql.join(listingOrders.bestselling, sql`, `)} limit ${mostListed})`
  }
  const { rows } = await db.execute<Found>(
    sql`${sql.join(stages.map(pick), sql` union all `)} limit ${mostListed}`,
  )
  return rows
}

/** In the order of relevance: see `relevance`. */
async function rank(
  db: Db,
  words: readonly SearchWord[],
  found: readonly Found[],
): Promise<string[]> {
  const ids = sql.param(found.map(({ id }) => id))
  const units = sql.param(found.map(({ units }) => units))
  const { tier, isAsWritten } = relevance(words)
  const { rows } = await db.execute<{ id: string }>(sql`
    select product_id as id
    from (
      select d.product_id, found.units, ${tier} as tier, p.title, p.category, p.content,
        p.content_json, p.description
      from unnest(${ids}::text[], ${units}::int[]) as found (id, units)
      join search_documents as d on d.product_id = found.id
      join products as p on p.id = found.id) as ranked
    order by tier, ${isAsWritten} desc, units desc, product_id desc`)
  return rows.map(({ id }) => id)
}

/**
 * The tier of a product: 1 the title is the search, 2 it begins with it, then the field in which
 * all words are found: 3 title, 4 category, 5 content, 6 description or several of them. And
 * whether the words stand there as they were written, before they are folded.
 */
function relevance(words: readonly SearchWord[]): { tier: SQL; isAsWritten: SQL } {
  const whole = joinWords(words)
  const title = sql.raw('d.title')
  const holds = (field: string) =>
    sql.join(
      words.map((word) => sql`strpos(${sql.raw(field)}, ${fieldPattern(word)}) > 0`),
      sql` and `,
    )
  const tier = sql`case
    when ${title} = ${` ${whole.tokens.join(' ')} `} then 1
    when starts_with(${title}, ${fieldPattern(whole)}) then 2
    when ${holds('d.title')} then 3
    when ${holds('d.category')} then 4
    when ${holds('d.content')} then 5
    else 6 end`
  const field = sql.raw(`case when tier <= 3 then title when tier = 4 then category
    when tier = 5 then coalesce(content_json::text, content) else description end`)
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

/** Published titles that hold all words: those that begin with them first, then by units sold. */
export async function suggestTitles(
  db: Db,
  words: readonly SearchWord[],
  limit: number,
): Promise<{ id: string; title: string }[]> {
  const pick = (stage: SQL) =>
    db
      .select({ id: listings.productId })
      .from(listings)
      .innerJoin(documents, isSameProduct)
      .where(and(stage, holdsInTitle(words)))
      .orderBy(desc(listings.unitsSold), desc(listings.productId))
      .limit(limit)
  const ids = new Set<string>()
  for (const terms of [beginningQuery(words), termQuery(words)]) {
    if (ids.size >= limit) break
    for (const { id } of await pick(sql`${documents.titleTerms} @@ ${terms}::tsquery`)) ids.add(id)
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
