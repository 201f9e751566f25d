import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { CustomerFilter } from '#contract/customers.ts'
import { customers } from '../db/tables/customers.ts'
import { readDays, readNumber } from '../input/list-filters.ts'
import { matchTerms } from '../search/terms.ts'

const maxCount = 9_999_999_999

/** What a list of customers shows, as one condition; undefined: all of them. Throws INVALID_INPUT. */
export function customersWhere(filter: CustomerFilter): SQL | undefined {
  const ordersMin = readNumber(filter.orders_min, 'orders_min', maxCount)
  const spentMin = readNumber(filter.spent_min, 'spent_min', maxCount)
  const { from, before } = readDays(filter)
  const tags = filter.tag?.split(',').filter((one) => one !== '') ?? []
  return and(
    tags.length > 0
      ? sql`${customers.num} in (select customer from customer_tags
          where tag = any(${sql.param(tags)}))`
      : undefined,
    ordersMin === undefined ? undefined : sql`${customers.orders} >= ${ordersMin}::bigint`,
    spentMin === undefined ? undefined : sql`${customers.spent} >= ${spentMin}`,
    from && gte(customers.lastOrderAt, from),
    before && lt(customers.lastOrderAt, before),
    matchTerms(customers.searchTerms, filter.q ?? ''),
  )
}
