import { and, or, type SQL, sql } from 'drizzle-orm'
import type { CustomerFilter, CustomerSortColumn } from '#contract/customers.ts'
import { escapeLike } from '../db/escape-like.ts'
import { customers } from '../db/tables/customers.ts'
import { readDays, readNumber } from '../input/list-filters.ts'

const minTelDigits = 4
const maxCount = 9_999_999_999

/** What an entry of the books adds to what was captured less what was refunded. */
export const signedAmount = sql`case kind when 'captured' then amount else -amount end`

export const customerSortKeys = {
  last_order: sql`counted.last_order_at`,
  orders: sql`counted.orders`,
  spent: sql`coalesce(money.spent, 0)`,
  name: customers.name,
} satisfies Record<CustomerSortColumn, unknown>

/**
 * `from` and `where` of the customers that a filter leaves, with what `customerSortKeys` sorts by. All
 * orders are added up once, from indexes alone, and not at all where no sum is asked for. Throws
 * INVALID_INPUT.
 */
export function foundCustomers(filter: CustomerFilter, isMeant?: SQL): SQL {
  const where = and(customersWhere(filter), isMeant)
  return sql`from customers
    left join (
      select customer_key, count(*) filter (where order_state <> 'cancelled') as orders,
        max(created_at) as last_order_at
      from orders where customer_key is not null group by customer_key
    ) as counted on counted.customer_key = customers.key
    left join (
      select customer_key, sum(${signedAmount}) as spent
      from book_entries join orders on orders.id = order_id group by customer_key
    ) as money on money.customer_key = customers.key
    ${where ? sql`where ${where}` : sql``}`
}

function customersWhere(filter: CustomerFilter): SQL | undefined {
  const { q, tag } = filter
  const ordersMin = readNumber(filter.orders_min, 'orders_min', maxCount)
  const spentMin = readNumber(filter.spent_min, 'spent_min', maxCount)
  const { from, before } = readDays(filter)
  const tags = tag?.split(',').filter((one) => one !== '') ?? []
  const { orders, spent, last_order: lastOrder } = customerSortKeys
  return and(
    q?.trim() ? holdsText(q) : undefined,
    tags.length > 0
      ? sql`exists (select from customer_tags where customer = ${customers.num}
          and tag = any(${sql.param(tags)}))`
      : undefined,
    ordersMin === undefined ? undefined : sql`${orders} >= ${ordersMin}::bigint`,
    spentMin === undefined ? undefined : sql`${spent} >= ${spentMin}`,
    from && sql`${lastOrder} >= ${from.toISOString()}::timestamptz`,
    before && sql`${lastOrder} < ${before.toISOString()}::timestamptz`,
  )
}

/**
 * Any part of a name, an e-mail address or its beginning, a telephone or its last digits; a leading
 * `'` is what files put before a number.
 */
function holdsText(q: string): SQL | undefined {
  const given = q.normalize('NFKC').replace(/\s+/g, '').replace(/^'/, '')
  // As `fold_text` does it: no letters but these.
  const text = given.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const letters = [...text]
  const parts =
    letters.length < 2 ? letters : letters.slice(1).map((one, i) => `${letters[i]}${one}`)
  const folded = sql`fold_text(${text})`
  const holdsParts = sql`name_parts(${customers.name}) @> ${sql.param(parts)}::text[]`
  const isInName = sql`position(${folded} in fold_text(${customers.name})) > 0`
  return or(
    // Pairs of letters do not say that they follow each other.
    letters.length > 2 ? sql`(${holdsParts} and ${isInName})` : holdsParts,
    sql`${customers.emailKey} collate "C" like ${`${escapeLike(text)}%`}`,
    ...telEndings(text).map(
      (digits) =>
        sql`reverse(tel_digits(${customers.tel})) collate "C" like ${`${[...digits].reverse().join('')}%`}`,
    ),
  )
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
