import { and, gte, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { CustomerFilter } from '#contract/customers.ts'
import type { Db } from '../db/connect.ts'
import { escapeLike } from '../db/escape-like.ts'
import { customers, nameKeyLength } from '../db/tables/customers.ts'
import { readDays, readNumber } from '../input/list-filters.ts'

const minTelDigits = 4
const maxCount = 9_999_999_999

/** What narrows a list of customers, as conditions over `customers`. */
interface CustomerConditions {
  /** The ways in which the text that is looked for may be found; none: no text is asked for. */
  ways: TextWays | undefined
  /** All others together. */
  others: SQL | undefined
}

interface TextWays {
  /** By a part of the name, from the index of these parts. */
  name: SQL
  /** The same, from what stands in the row alone. */
  nameOfRow: SQL
  /** By the e-mail address or the telephone. */
  contact: SQL[]
}

/** Throws INVALID_INPUT. */
function customerConditions(filter: CustomerFilter): CustomerConditions {
  const { q, tag } = filter
  const ordersMin = readNumber(filter.orders_min, 'orders_min', maxCount)
  const spentMin = readNumber(filter.spent_min, 'spent_min', maxCount)
  const { from, before } = readDays(filter)
  const tags = tag?.split(',').filter((one) => one !== '') ?? []
  const others = and(
    tags.length > 0
      ? sql`exists (select from customer_tags where customer = ${customers.num}
          and tag = any(${sql.param(tags)}))`
      : undefined,
    ordersMin === undefined ? undefined : sql`${customers.orders} >= ${ordersMin}::bigint`,
    spentMin === undefined ? undefined : sql`${customers.spent} >= ${spentMin}`,
    from && gte(customers.lastOrderAt, from),
    before && lt(customers.lastOrderAt, before),
  )
  return { ways: q?.trim() ? textWays(q) : undefined, others }
}

/** What a list of customers shows, as one condition; undefined: all of them. Throws INVALID_INPUT. */
export function customersWhere(filter: CustomerFilter): SQL | undefined {
  const { ways, others } = customerConditions(filter)
  return and(ways && or(...ways.contact, ways.name), others)
}

/** Up to so many are found by their text and sorted; of more, an order is walked along. */
const rareText = 20_000

/** A list as parts, of which none has what another has. */
export interface CustomerParts {
  parts: SQL[]
  /** Many are found, or nobody knows how many: there is one part, which looks at each row alone. */
  isFrequent: boolean
}

/** What a list of customers shows, for reading it by pages; undefined: all of them. */
export async function customerParts(
  db: Db,
  filter: CustomerFilter,
): Promise<CustomerParts | undefined> {
  const { ways, others } = customerConditions(filter)
  if (!ways) return others && { parts: [others], isFrequent: true }
  const indexed = [...ways.contact, ways.name]
  const first = (way: SQL) =>
    sql`(select ${customers.num} from ${customers} where ${way} limit ${rareText})`
  const { rows } = await db.execute(sql`
    select from (${sql.join(indexed.map(first), sql` union all `)}) as found
    offset ${rareText - 1} limit 1`)
  if (rows.length > 0) {
    const where = and(or(...ways.contact, ways.nameOfRow), others)
    return where && { parts: [where], isFrequent: true }
  }
  const parts = indexed.flatMap((way, index) => {
    const earlier = indexed.slice(0, index).map((known) => not(known))
    return and(way, ...earlier, others) ?? []
  })
  return { parts, isFrequent: false }
}

/**
 * Any part of a name, an e-mail address or its beginning, a telephone or its last digits; a leading
 * `'` is what files put before a number.
 */
function textWays(q: string): TextWays {
  const given = q.normalize('NFKC').replace(/\s+/g, '').replace(/^'/, '')
  // As `fold_text` does it: no letters but these.
  const text = given.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const letters = [...text]
  const parts =
    letters.length < 2 ? letters : letters.slice(1).map((one, i) => `${letters[i]}${one}`)
  const folded = sql`fold_text(${text})`
  const holdsParts = sql`name_parts(${customers.name}) @> ${sql.param(parts)}::text[]`
  const isInName = sql`position(${folded} in fold_text(${customers.name})) > 0`
  return {
    // Pairs of letters do not say that they follow each other.
    name: letters.length > 2 ? sql`(${holdsParts} and ${isInName})` : holdsParts,
    nameOfRow: sql`(position(${folded} in ${customers.nameKey}) > 0
      or length(${customers.nameKey}) = ${nameKeyLength} and ${isInName})`,
    contact: [
      sql`${customers.emailKey} collate "C" like ${`${escapeLike(text)}%`}`,
      ...telEndings(text).map(
        (digits) =>
          sql`reverse(tel_digits(${customers.tel})) collate "C" like ${`${[...digits].reverse().join('')}%`}`,
      ),
    ],
  }
}

/**
 * How the digits of a telephone may end: as they are given, as they are dialled in Taiwan, and behind
 * `00886`, which `tel_digits` leaves. None for what is no telephone.
 */
function telEndings(text: string): string[] {
  if (!/^[0-9+()#*\-./]+$/.test(text)) return []
  const digits = text.replace(/[^0-9]/g, '')
  const dialled = digits.replace(/^(00)?8860?/, '0')
  const fromAbroad = dialled.startsWith('0') ? [dialled.replace(/^0/, '00886')] : []
  return [...new Set([digits, dialled, ...fromAbroad])].filter(
    (ending) => ending.length >= minTelDigits,
  )
}
