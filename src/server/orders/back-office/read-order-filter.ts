import {
  type OrderPaymentState,
  type OrderState,
  orderPaymentStates,
  orderStates,
} from '#contract/order-states.ts'
import { type AdminOrderFilter, orderMethods } from '#contract/orders.ts'
import {
  type InstantRange,
  readDays,
  readIds,
  readNumber,
  readSearchText,
  readWords,
} from '../../input/list-filters.ts'

/** The parameters of the list that narrow it. */
export const orderFilterNames = [
  ...(['q', 'state', 'payment', 'method', 'from', 'to', 'product', 'campaign'] as const),
  ...(['customer', 'expires', 'unanswered', 'goods', 'balance', 'archived'] as const),
]

/** Filters of the order list, as in `GET admin/orders`; without page and order. */
export interface OrderFilter {
  /** Text of 「關鍵字」; empty: any. */
  text: string
  states: OrderState[]
  payments: OrderPaymentState[]
  methods: string[]
  placed: InstantRange
  products: string[]
  campaigns: string[]
  /** The number of a customer. */
  customer: number | undefined
  /** Not paid, and cancelled within so many hours. */
  expiresWithinHours: number | undefined
  isUnanswered: boolean
  /** Whether its goods have come from the supplier; those of the stock are there. */
  goods: ('there' | 'awaited')[]
  /** Whether anything of its price is still to be paid since a change; without words, either. */
  balances: ('due' | 'settled')[]
  isArchived: boolean
  /** Without it, what tells who a person is finds nothing. */
  seesPersons: boolean
}

const maxHours = 24 * 366

/** Throws 400 for words, days and numbers that are none. */
export function readOrderFilter(
  query: Partial<Record<keyof AdminOrderFilter, string>>,
  { seesPersons }: { seesPersons: boolean },
): OrderFilter {
  return {
    text: readSearchText(query.q),
    states: readWords(query.state, 'state', orderStates),
    payments: readWords(query.payment, 'payment', orderPaymentStates),
    methods: readWords(query.method, 'method', orderMethods),
    placed: readDays(query),
    products: readIds(query.product, 'product'),
    campaigns: readIds(query.campaign, 'campaign'),
    customer: readNumber(query.customer, 'customer', Number.MAX_SAFE_INTEGER),
    expiresWithinHours: readNumber(query.expires, 'expires', maxHours),
    isUnanswered: readWords(query.unanswered, 'unanswered', ['1']).length > 0,
    balances: readWords(query.balance, 'balance', ['due', 'settled'] as const),
    goods: readWords(query.goods, 'goods', ['there', 'awaited'] as const),
    isArchived: readWords(query.archived, 'archived', ['1']).length > 0,
    seesPersons,
  }
}

/** Whether anything narrows the list: without it, all live orders are counted exactly. */
export function isOrderFilter(filter: OrderFilter): boolean {
  const { seesPersons: _, ...parts } = filter
  const isSet = (part: unknown) =>
    Array.isArray(part) ? part.length > 0 : part !== '' && part !== false && part !== undefined
  const { placed, ...others } = parts
  return Object.values(others).some(isSet) || Object.keys(placed).length > 0
}
