import { and, eq, gt, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { OrderState } from '#contract/order-states.ts'
import { leaderAheadMethod, leaderMethod } from '#contract/payments.ts'
import { orders } from '../../db/tables/orders.ts'
import { matchTerms } from '../../search/terms.ts'
import { isSentUnpaidRow, isUnpaidToSend } from '../pays-on-delivery.ts'
import type { OrderFilter } from './read-order-filter.ts'

/** A subselect of the ids that the list with this filter holds, for runs and files over all of them. */
export function selectOrderIds(filter: OrderFilter): SQL {
  return sql`(select ${orders.id} from ${orders} where ${orderConditions(filter)})`
}

/** A part of the price is to be paid since a change; only in these states, which have an index. */
export const hasBalance = and(
  inArray(orders.state, ['paid', 'preparing']),
  gt(orders.balanceDue, 0),
)

/** The filter of the list of orders as one condition. */
export function orderConditions(filter: OrderFilter): SQL | undefined {
  const { states, payments, methods, placed, products, campaigns, customer } = filter
  const { id, createdAt, state, expiresAt, deletedAt, askedAt, balanceDue, searchTerms } = orders
  const { expiresWithinHours: hours } = filter
  return and(
    filter.isArchived ? isNotNull(deletedAt) : isNull(deletedAt),
    filter.goods.length > 0
      ? inArray(
          orders.awaitsGoods,
          filter.goods.map((goods) => goods === 'awaited'),
        )
      : undefined,
    filter.balances.length > 0
      ? or(...filter.balances.map((one) => (one === 'due' ? hasBalance : eq(balanceDue, 0))))
      : undefined,
    filter.isUnanswered ? isNotNull(askedAt) : undefined,
    states.length > 0 ? inStates(states) : undefined,
    payments.length > 0 ? sql`${paymentState} = any(${sql.param(payments)}::text[])` : undefined,
    payments.length > 0 ? or(...payments.map((one) => mayBeOf[one])) : undefined,
    methods.length > 0 ? isPaidBy(methods) : undefined,
    // Dates are no parameters of a comparison that the query builder makes.
    placed.from && sql`${createdAt} >= ${placed.from.toISOString()}::timestamptz`,
    placed.before && sql`${createdAt} < ${placed.before.toISOString()}::timestamptz`,
    products.length > 0
      ? sql`${id} in (select order_id from order_lines where product_id = any(${sql.param(products)}))`
      : undefined,
    campaigns.length > 0
      ? sql`${orders.groupId} in (select id from groups where campaign_id = any(${sql.param(campaigns)}::text[]))`
      : undefined,
    customer === undefined
      ? undefined
      : sql`${orders.customerKey} = (select key from customers where num = ${customer})`,
    hours === undefined
      ? undefined
      : and(
          eq(state, 'placed'),
          lte(expiresAt, sql`(select shop_now()) + make_interval(hours => ${hours})`),
        ),
    // Last: it costs most where it is asked of a row. Without `person.read` the texts about persons, which
    // have the weight A, are not searched.
    matchTerms(searchTerms, filter.text, filter.seesPersons ? [] : ['B', 'D']),
  )
}

/** One that is paid when it is picked up waits for nobody's money: it is among those to be sent. */
function inStates(states: readonly OrderState[]): SQL | undefined {
  const named = inArray(orders.state, [...states])
  if (states.includes('placed') && states.includes('paid')) return named
  if (states.includes('placed')) return and(named, not(isSentUnpaidRow))
  return states.includes('paid') ? or(named, isUnpaidToSend) : named
}

/** The state of the payment as `paymentState` of `order-wire.ts` says it of one order. */
const paymentState = sql`(
  select case
    when bool_or(refund.state <> 'done') then 'refunding'
    when sum(refund.amount) > 0 then
      case ${orders.payment} when 'paid' then 'partly_refunded' else 'refunded' end
    when ${orders.payment} = 'paid' then 'paid'
    when exists (select from payments where payments.order_id = ${orders.id}
      and payments.status in ('pending', 'authorised')) then 'pending'
    else 'none' end
  from refunds as refund join payments as payment on payment.id = refund.payment_id
  where refund.order_id = ${orders.id} and not refund.is_of_capture and refund.state <> 'dropped'
    and (payment.counts or payment.supplements
      or ${orders.payment} <> 'paid' and ${orders.refundedAt} is null))`

const hasRefund = sql`exists (select from refunds where refunds.order_id = ${orders.id})`

/** A necessary condition of each payment state, which an index answers before refunds are read. */
const mayBeOf = {
  refunding: hasRefund,
  partly_refunded: and(hasRefund, eq(orders.payment, 'paid')),
  refunded: and(hasRefund, eq(orders.payment, 'unpaid')),
  paid: eq(orders.payment, 'paid'),
  pending: eq(orders.payment, 'unpaid'),
  none: eq(orders.payment, 'unpaid'),
} satisfies Record<OrderFilter['payments'][number], SQL | undefined>

/** An order forgets its payment once all of it was refunded; the payment does not. */
function isPaidBy(methods: string[]): SQL | undefined {
  const own = methods.includes(leaderMethod) ? [...methods, leaderAheadMethod] : methods
  return or(
    inArray(orders.paymentMethod, own),
    and(
      isNull(orders.paymentMethod),
      isNotNull(orders.refundedAt),
      sql`exists (select from payments where payments.order_id = ${orders.id} and payments.counts
        and payments.status = 'succeeded' and payments.method = any(${sql.param(methods)}::text[]))`,
    ),
  )
}
