import { and, type SQL, sql } from 'drizzle-orm'
import type { CustomerFilter, CustomerSortColumn } from '#contract/customers.ts'
import { customers } from '../db/tables/customers.ts'
import { readDays, readNumber } from '../input/list-filters.ts'
import { matchTerms } from '../search/terms.ts'

const maxCount = 9_999_999_999

/** An entry of the books as captured money less refunds. */
export const signedAmount = sql`case kind when 'captured' then amount
  when 'credited' then 0 else -amount end`

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
      select customer_key, count(*) filter (where state <> 'cancelled') as orders,
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
    tags.length > 0
      ? sql`${customers.num} in (select customer from customer_tags
          where tag = any(${sql.param(tags)}))`
      : undefined,
    ordersMin === undefined ? undefined : sql`${orders} >= ${ordersMin}::bigint`,
    spentMin === undefined ? undefined : sql`${spent} >= ${spentMin}`,
    from && sql`${lastOrder} >= ${from.toISOString()}::timestamptz`,
    before && sql`${lastOrder} < ${before.toISOString()}::timestamptz`,
    matchTerms(customers.searchTerms, q ?? ''),
  )
}
