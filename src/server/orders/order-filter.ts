import { and, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { escapeLike } from '../db/escape-like.ts'
import { estimateRows } from '../db/estimate-rows.ts'
import { listThresholds } from '../db/found-page.ts'
import {
  beginning,
  ending,
  foldSearch,
  grams,
  minDigits,
  minEnding,
  outerPairs,
  type SearchedText,
  term,
} from '../db/list-terms.ts'
import { commonSurnames, orderKeys } from '../db/tables/list-keys.ts'
import { isOrderFilter, type OrderFilter } from './read-order-filter.ts'

/** A filter as conditions over `order_keys`. */
export interface OrderConditions {
  /** All of them together. */
  where: SQL | undefined
  /** See `FoundList`. */
  byPair: (SQL | undefined)[] | undefined
  /** The same for a walk along the names, whose index has all that it asks for. */
  walked: SQL | undefined
  /** All but that of the statuses, for reading one status after the other. */
  apartFromStatus: SQL | undefined
  /** The statuses that are asked for and exist; undefined: all. */
  statuses: string[] | undefined
  /** Part of the others: live orders that expire, which are few. */
  expires: SQL | undefined
  /** A walk along the time of one status comes by few rows in vain. */
  isDense: boolean
  /** Very many names begin with the text: they stand close together in the order of names. */
  hasCommonSurname: boolean
  /** The same where nothing else is asked for: what to look for in the order of names. */
  surname: string | undefined
  /** Products or campaigns are asked for: their orders stand close together in time. */
  isClustered: boolean
  /** Text, products or campaigns are asked for: see `FoundList`. */
  hasTerms: boolean
}

/**
 * A subselect of the ids that the list with this filter holds, whatever its page and order. For runs
 * and files over all of them.
 */
export async function selectOrderIds(db: Db, filter: OrderFilter): Promise<SQL> {
  const { where } = await orderConditions(db, filter)
  return sql`(select ${orderKeys.orderId} from ${orderKeys} where ${where})`
}

export async function orderConditions(db: Db, filter: OrderFilter): Promise<OrderConditions> {
  const { placed, products, campaigns, expiresWithinHours: hours } = filter
  const [statuses, text] = await Promise.all([findStatuses(db, filter), textCondition(db, filter)])
  const named = [anyTerm('p', products), anyTerm('g', campaigns)].filter((any) => any !== undefined)
  const isClustered = named.length > 0
  const expires =
    hours === undefined
      ? undefined
      : lte(orderKeys.expiresAt, sql`(select shop_now()) + make_interval(hours => ${hours})`)
  const apartFromTerms = and(
    filter.isArchived ? isNotNull(orderKeys.archivedAt) : isNull(orderKeys.archivedAt),
    // Dates are no parameters of a comparison that the query builder makes.
    placed.from && sql`${orderKeys.createdAt} >= ${placed.from.toISOString()}::timestamptz`,
    placed.before && sql`${orderKeys.createdAt} < ${placed.before.toISOString()}::timestamptz`,
    expires,
    filter.customer === undefined
      ? undefined
      : sql`${orderKeys.orderId} in (select id from orders where customer_key = (
          select key from customers where num = ${filter.customer}))`,
  )
  const clustered = isClustered
    ? sql`${orderKeys.terms} @@ ${named.join(' & ')}::tsquery`
    : undefined
  const terms = and(clustered, text?.condition)
  const isOfStatus =
    statuses && sql`${orderKeys.status} = any(${sql.param(statuses)}::text[] collate "C")`
  const isAmongMany =
    !isClustered && !expires && !filter.isArchived && filter.customer === undefined
  const isOfManyNames = isAmongMany && text?.isInManyNames === true
  const ofRow = text?.inNames === undefined || isClustered ? terms : nameHolds(text.inNames)
  return {
    where: and(terms, apartFromTerms, isOfStatus),
    byPair: text?.byPair?.map((pair) => and(clustered, pair, apartFromTerms, isOfStatus)),
    walked: and(ofRow, apartFromTerms, isOfStatus),
    apartFromStatus: and(apartFromTerms, isOfManyNames ? ofRow : terms),
    statuses,
    expires: filter.isArchived ? undefined : expires,
    isDense: isOfManyNames || (!isClustered && !expires && text?.isCommonAddress !== false),
    hasCommonSurname: text?.isCommonSurname === true,
    surname: isOrderFilter({ ...filter, text: '' }) ? undefined : text?.surname,
    isClustered,
    // Few orders expire, and of a common address the index has too many.
    hasTerms: terms !== undefined && expires === undefined && text?.isCommonAddress !== true,
  }
}

function anyTerm(prefix: string, ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined
  return `(${ids.map((id) => term(prefix, id)).join(' | ')})`
}

/** The statuses that are asked for among those that exist: one step of an index for each. */
async function findStatuses(db: Db, filter: OrderFilter): Promise<string[] | undefined> {
  const { states, payments, methods, isArchived } = filter
  if (states.length + payments.length + methods.length === 0) return undefined
  const all = isArchived
    ? sql`select distinct status from order_keys where archived_at is not null`
    : sql`
      (select status from order_keys where archived_at is null order by status limit 1)
      union all
      select (select k.status from order_keys as k
        where k.archived_at is null and k.status > statuses.status order by k.status limit 1)
      from statuses where statuses.status is not null`
  const { rows } = await db.execute<{ status: string }>(sql`
    with recursive statuses as (${all}) select status from statuses where status is not null`)
  const isAsked = (words: readonly string[], word = '') =>
    words.length === 0 || words.includes(word)
  return rows.flatMap(({ status }) => {
    const [state, payment, method] = status.split('/')
    const isFound = isAsked(states, state) && isAsked(payments, payment) && isAsked(methods, method)
    return isFound ? [status] : []
  })
}

/** A piece of folded text stands somewhere in the name. */
export function nameHolds(text: string): SQL {
  return sql`strpos(${orderKeys.nameText}, ${text}) > 0`
}

interface TextCondition {
  condition: SQL
  /** Very many e-mail addresses begin so. */
  isCommonAddress: boolean
  /** Very many names begin so. */
  isCommonSurname: boolean
  /** The same of a phrase, by one of its pairs each. */
  byPair?: SQL[]
  /** The text, where nothing but names can hold it. */
  inNames?: string | undefined
  /** Very many do. */
  isInManyNames?: boolean
  /** The same text, where it is one of `commonSurnames` and very many names do begin so. */
  surname?: string | undefined
}

async function textCondition(db: Db, filter: OrderFilter): Promise<TextCondition | undefined> {
  if (filter.text === '') return undefined
  const text = await foldSearch(db, filter.text)
  if (text.folded === '') return undefined
  const { exact, names, titles } = searchedTerms(text, filter.seesPersons)
  const all = [...exact, names, titles].filter((any) => any !== undefined)
  if (all.length === 0)
    return { condition: sql`false`, isCommonAddress: false, isCommonSurname: false }
  const [isCommonAddress, isCommonSurname] = await Promise.all([
    isCommonBeginning(db, text, filter),
    names !== undefined &&
      isExpectedOften(db, sql`${orderKeys.nameText} like ${`${escapeLike(text.folded)}%`}`),
  ])
  // Not the index: the walk along the time that is asked for comes by enough of them.
  const terms = isCommonAddress
    ? sql`(${orderKeys.terms} || ''::tsvector)`
    : sql`${orderKeys.terms}`
  const found = sql`${terms} @@ ${all.join(' | ')}::tsquery`
  if ([...text.folded].length < 3) {
    const inNames = all.length === 1 && names !== undefined ? text.folded : undefined
    const isInManyNames = inNames !== undefined && (await isExpectedOften(db, found))
    const isListed = isCommonSurname && [...commonSurnames].includes(text.folded)
    const surname = isListed ? inNames : undefined
    return { condition: found, isCommonAddress, isCommonSurname, inNames, isInManyNames, surname }
  }
  // Pairs of characters do not say that they follow each other.
  const pieces = [
    names && nameHolds(text.folded),
    titles && sql`strpos(${orderKeys.titleText}, ${text.folded}) > 0`,
    exact.length > 0 && sql`${terms} @@ ${exact.join(' | ')}::tsquery`,
  ].filter((piece) => piece)
  const holds = sql.join(pieces, sql` or `)
  const condition = sql`(${found} and (${holds}))`
  const byPair = outerPairs(text.folded).map((pair) => {
    const any = [...exact, ...(names ? [term('b', pair)] : []), term('c', pair)]
    return sql`(${terms} @@ ${any.join(' | ')}::tsquery and (${holds}))`
  })
  return { condition, byPair, isCommonAddress, isCommonSurname }
}

/** Whether very many orders are so, by the statistics. */
async function isExpectedOften(db: Db, isSo: SQL): Promise<boolean> {
  const expected = await estimateRows(db, sql`select from ${orderKeys} where ${isSo}`)
  return expected > listThresholds.inManyNames
}

/** Of beginnings up to so many characters the statistics know how many there are. */
const shortBeginning = 4
/** With so many customers behind a beginning, the orders of the index would be too many to sort. */
const commonCustomers = 20_000

/**
 * Whether very many e-mail addresses begin so. The statistics of the terms do not tell, since each
 * address is a term of its own.
 */
async function isCommonBeginning(
  db: Db,
  { folded }: SearchedText,
  { seesPersons }: OrderFilter,
): Promise<boolean> {
  if (!seesPersons || [...folded].length <= shortBeginning) return false
  const pattern = `${escapeLike(folded)}%`
  const { rows } = await db.execute(sql`
    select from customers where email_key collate "C" like ${pattern}
    offset ${commonCustomers} limit 1`)
  return rows.length > 0
}

/** Orders take no other e-mail addresses. */
const isAscii = /^[ -~]*$/

/** Where a text is looked for, as parts of a `tsquery`; see `order_terms` in SQL. */
function searchedTerms({ folded, digits }: SearchedText, seesPersons: boolean) {
  const size = [...folded].length
  const exact = [
    ...(size >= minEnding ? [ending('i', folded), ending('o', folded)] : []),
    ...(/^[1-9]\d{0,17}$/.test(folded) ? [term('n', folded)] : []),
  ]
  const titles = grams('c', folded, 2)
  if (!seesPersons) return { exact, names: undefined, titles }
  const telephones = digits.filter((each) => each.length >= minDigits)
  const address = size <= shortBeginning ? term('f', folded) : beginning('e', folded)
  return {
    exact: [
      ...exact,
      ...(isAscii.test(folded) ? [address] : []),
      ...telephones.map((each) => ending('t', each)),
    ],
    names: size === 1 ? term('a', folded) : grams('b', folded, 2),
    titles,
  }
}
