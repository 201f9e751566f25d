import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  idsInOrder,
  type ListingFilter,
  mostListed,
  orderBy,
  whereListed,
} from '../catalog/list-filters.ts'
import type { Db } from '../db/connect.ts'
import { products } from '../db/tables/catalog.ts'
import type { SearchSort } from './search-text.ts'
import { beginningQuery, termsQuery, wordsQuery } from './terms.ts'

/** Up to so many are found in any order and sorted; of more, an order is walked. Tests lower it. */
export const foundAtMost = { sorted: 5_000 }

const holds = (column: SQLWrapper, query: string) => sql`${column} @@ ${query}::tsquery`
const inTitle = (words: readonly string[]) => holds(products.searchTerms, wordsQuery(words, 'A'))
const inTexts = (words: readonly string[]) => holds(products.textTerms, wordsQuery(words))

/** The title is the search, begins with it, holds it; title or category hold it; other texts do. */
function tierOf(words: readonly string[]): SQL {
  const whole = words.join('')
  const stages = [
    holds(products.searchTerms, beginningQuery(whole, { isWhole: true })),
    holds(products.searchTerms, beginningQuery(whole, { isWhole: false })),
    inTitle(words),
    holds(products.searchTerms, wordsQuery(words, 'AB')),
  ]
  const cases = stages.map((stage, index) => sql`when ${stage} then ${sql.raw(String(index))}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.raw(String(stages.length))} end`
}

/** The ids of what is found, in their order, and no more than the pages show. */
export async function searchIds(
  db: Db,
  words: readonly string[],
  filter: ListingFilter,
  sort: SearchSort,
): Promise<string[]> {
  const listed = whereListed(filter)
  // The index alone knows these terms; whether those of a longer word stand side by side is read of
  // as many rows as are listed.
  const terms = and(listed, holds(products.textTerms, termsQuery(words)))
  const isExact = termsQuery(words) === wordsQuery(words) ? undefined : inTexts(words)
  const found = await sortFound(db, words, { where: terms, isExact, sort })
  if (found.count <= foundAtMost.sorted) return found.ids
  if (sort !== 'relevance') return readIds(db, idsInOrder(listed, sort, inTexts(words)))
  const { ids } = await sortFound(db, words, {
    where: and(listed, inTitle(words)),
    sort,
    limit: 'all',
  })
  if (ids.length === mostListed) return ids
  const others = sql`${inTexts(words)} and not ${inTitle(words)}`
  return [...ids, ...(await readIds(db, idsInOrder(listed, 'bestselling', others)))].slice(
    0,
    mostListed,
  )
}

async function sortFound(
  db: Db,
  words: readonly string[],
  by: { where: SQL | undefined; isExact?: SQL | undefined; sort: SearchSort; limit?: 'all' },
): Promise<{ ids: string[]; count: number }> {
  const { sort } = by
  const most = by.limit === 'all' ? null : foundAtMost.sorted + 1
  const tier = sort === 'relevance' ? tierOf(words) : sql`0`
  const order = sort === 'relevance' ? sql`tier, ${orderBy.bestselling}` : orderBy[sort]
  const exact =
    by.isExact && sql`where (select ${by.isExact} from products where products.id = sorted.id)`
  const { rows } = await db.execute<{ ids: string[]; count: number }>(sql`
    with found as materialized (
      select id, price, search_terms from products where ${by.where} limit ${most}),
    counted as materialized (select count(*)::int as count from found)
    select (select count from counted) as count, array(
      select id from (
        select id from (
          select id, price, coalesce(units, 0) as units, ${tier} as tier
          from found as products left join product_sales on product_id = id
          where ${most === null ? sql`true` : sql`(select count from counted) < ${most}`}) as ranked
        order by ${order} offset 0) as sorted
      ${exact} limit ${mostListed}) as ids`)
  return rows[0] ?? { ids: [], count: 0 }
}

async function readIds(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ ids: string[] }>(sql`select array(${query}) as ids`)
  return rows[0]?.ids ?? []
}

/** How many are found without filters, up to one more than the pages show. */
export async function countFound(db: Db, words: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select from products where ${and(whereListed(), inTexts(words))} limit ${mostListed}) as found`)
  return rows[0]?.n ?? 0
}

/** Published titles that hold all words: those that begin with them first, then by units sold. */
export async function suggestTitles(
  db: Db,
  words: readonly string[],
  limit: number,
): Promise<{ id: string; title: string }[]> {
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select id, title from (
      select products.id, title, coalesce(units, 0) as units, ${tierOf(words)} as tier
      from products left join product_sales on product_id = products.id
      where ${and(whereListed(), inTitle(words))}) as found
    order by tier, ${orderBy.bestselling} limit ${limit}`)
  return rows
}
