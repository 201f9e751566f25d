import { and, type SQL, sql } from 'drizzle-orm'
import type { CustomerFilter } from '#contract/customers.ts'
import { customers } from '../db/tables/customers.ts'
import { ShopError } from '../http/shop-error.ts'

const minTelDigits = 4

/** What a list of customers shows; undefined: all of them. Throws INVALID_INPUT. */
export function customersWhere(filter: CustomerFilter): SQL | undefined {
  const { q, tag, from, to } = filter
  const ordersMin = readCount(filter.orders_min, 'orders_min')
  const spentMin = readCount(filter.spent_min, 'spent_min')
  const first = readDay(from, 'from')
  const last = readDay(to, 'to')
  if (first !== undefined && last !== undefined && first > last) refuse('from')
  const tags = tag?.split(',').filter((one) => one !== '') ?? []
  return and(
    q?.trim() ? sql`(${matches(q)})` : undefined,
    tags.length > 0
      ? sql`exists (select from customer_tags where customer = ${customers.num}
          and tag = any(${sql.param(tags)}))`
      : undefined,
    ordersMin === undefined ? undefined : sql`${customers.orders} >= ${ordersMin}::bigint`,
    spentMin === undefined ? undefined : sql`${customers.spent} >= ${spentMin}`,
    first === undefined
      ? undefined
      : sql`${customers.lastOrderAt} >= ${first}::date::timestamp at time zone 'Asia/Taipei'`,
    last === undefined
      ? undefined
      : sql`${customers.lastOrderAt} < (${last}::date + 1)::timestamp at time zone 'Asia/Taipei'`,
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
  const conditions = [
    sql`(name_parts(${customers.name}) @> ${sql.param(parts)}::text[]
      and position(${folded} in fold_text(${customers.name})) > 0)`,
    sql`${customers.emailKey} collate "C" like ${`${escapeLike(text)}%`}`,
    ...(isTel
      ? [
          sql`reverse(tel_digits(${customers.tel})) collate "C" like ${`${[...digits].reverse().join('')}%`}`,
        ]
      : []),
  ]
  return sql.join(conditions, sql` or `)
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function readCount(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : refuse(name)
}

function readDay(text: string | undefined, name: string): string | undefined {
  if (text === undefined || text === '') return undefined
  const isDay = /^(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text)
  const day = isDay ? new Date(`${text}T00:00:00Z`) : undefined
  const isReal = day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return isReal ? text : refuse(name)
}

function refuse(name: string): never {
  throw new ShopError('INVALID_INPUT', { message: [`${name} 格式錯誤`] })
}
