import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { CustomerFilter } from '#contract/customers.ts'
import { customers } from '../db/tables/customers.ts'
import { readDays, readNumber } from '../input/list-filters.ts'

const minTelDigits = 4
const maxCount = 9_999_999_999

/** What a list of customers shows; undefined: all of them. Throws INVALID_INPUT. */
export function customersWhere(filter: CustomerFilter): SQL | undefined {
  const { q, tag } = filter
  const ordersMin = readNumber(filter.orders_min, 'orders_min', maxCount)
  const spentMin = readNumber(filter.spent_min, 'spent_min', maxCount)
  const { from, before } = readDays(filter)
  const tags = tag?.split(',').filter((one) => one !== '') ?? []
  return and(
    q?.trim() ? sql`(${matches(q)})` : undefined,
    tags.length > 0
      ? sql`exists (select from customer_tags where customer = ${customers.num}
          and tag = any(${sql.param(tags)}))`
      : undefined,
    ordersMin === undefined ? undefined : sql`${customers.orders} >= ${ordersMin}::bigint`,
    spentMin === undefined ? undefined : sql`${customers.spent} >= ${spentMin}`,
    from && gte(customers.lastOrderAt, from),
    before && lt(customers.lastOrderAt, before),
  )
}

/**
 * Any part of a name, an e-mail address or its beginning, a telephone or its last digits; a leading
 * `'` is what files put before a number.
 */
function matches(q: string): SQL {
  const text = q.normalize('NFKC').replace(/\s+/g, '').replace(/^'/, '').toLowerCase()
  const letters = [...text]
  const parts =
    letters.length < 2 ? letters : letters.slice(1).map((one, i) => `${letters[i]}${one}`)
  const digits = text.replace(/[^0-9]/g, '').replace(/^8860?/, '0')
  const isTel = digits.length >= minTelDigits && /^[0-9+()#*\-./]+$/.test(text)
  const folded = sql`fold_text(${text})`
  // What costs least stands first: it is asked of every row that is found or walked by.
  const conditions = [
    sql`${customers.emailKey} collate "C" like ${`${escapeLike(text)}%`}`,
    ...(isTel
      ? [
          sql`reverse(tel_digits(${customers.tel})) collate "C" like ${`${[...digits].reverse().join('')}%`}`,
        ]
      : []),
    sql`(position(${folded} in fold_text(${customers.name})) > 0
      and name_parts(${customers.name}) @> ${sql.param(parts)}::text[])`,
  ]
  return sql.join(conditions, sql` or `)
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
