import { orderPaymentStates, orderStates } from '#contract/order-states.ts'
import { orderMethods } from '#contract/orders.ts'

/** A list of the back office, with a query as it stands behind the `?`. */
export interface ListQuery {
  list: 'orders' | 'products' | 'customers'
  query: string
}

/** Numbers in [0, 1). */
type Random = () => number

const pick = <T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[Math.floor(random() * values.length)] ?? values[0]

/** Common searches, text like SQL or a pattern, and text that is none. */
const texts: readonly [string, ...string[]] = [
  ...([
    '陳',
    '林',
    '小',
    '王小明',
    '陳志',
    '陳志明',
    '張淑芬',
    '查無此人',
    '馬克',
    '馬克杯',
  ] as const),
  ...(['亞麻陶檯燈', '型號77', '的', 'a', 'A1', 'buyer', 'buyer1', 'buyer12@example.com'] as const),
  ...(['0912345678', '+886 912 345 678', '5678', '78', '-0001', '0', '12345', '1e9'] as const),
  ...([
    '%',
    '_',
    '%_%',
    '\\',
    '\\\\',
    "'",
    "''",
    '"',
    '`',
    '()',
    '[',
    ']',
    '{}',
    '*',
    ':*',
  ] as const),
  ...([
    '&',
    '|',
    '!',
    '<->',
    "' or 1=1 --",
    "a' & 'b",
    '\u3000',
    ' ',
    '\t\n',
    '😀',
    'é',
    'ﬃ',
  ] as const),
  ...([
    '１２３',
    'ＡＢＣ',
    '\u0000',
    '\u200B',
    '\uFFFF',
    '字'.repeat(100),
    '字'.repeat(101),
  ] as const),
]
/** No UTF-8. */
const rawTexts = ['%ED%A0%80', '%00', '%FF', '%', '%zz', '%F0%9F'] as const
const days = ['2026-01-01', '2026-11-22', '2025-02-30', '0000-00-00', '20261122', 'x'] as const
const numbers = ['0', '1', '100', '999', '2147483647', '2147483648', '-1', '1.5', 'NaN'] as const
const pages = ['1', '2', '10', '100', '101', '99999', '0', '-1', 'x', 'undefined'] as const
const ids = ['p', '-x', ',', "'", 'p,-x,y', 'x'.repeat(200), 'x'.repeat(201)] as const

type Value = (random: Random) => string

const words = (known: readonly string[]): Value => {
  const all = [...known, 'none', ',', known.join(',')] as const
  return (random) => all[Math.floor(random() * all.length)] ?? ''
}
const q: Value = (random) => {
  if (random() < 0.2) return pick(random, rawTexts)
  const text = pick(random, texts)
  return encodeURIComponent(random() < 0.7 ? text : text + pick(random, texts))
}
const encoded =
  (values: readonly [string, ...string[]]): Value =>
  (random) =>
    encodeURIComponent(pick(random, values))

const common = {
  q,
  page: encoded(pages),
  order: encoded(['asc', 'desc', 'up']),
}
const parameters: Record<ListQuery['list'], Record<string, Value>> = {
  orders: {
    ...common,
    state: words(orderStates),
    payment: words(orderPaymentStates),
    method: words(orderMethods),
    from: encoded(days),
    to: encoded(days),
    product: encoded(ids),
    campaign: encoded(ids),
    customer: encoded(numbers),
    expires: encoded(numbers),
    balance: words(['due', 'settled']),
    archived: encoded(['1', '0']),
    sort: words(['id', 'create_at', 'name', 'message', 'total', 'is_paid']),
  },
  products: {
    ...common,
    category: encoded(texts),
    enabled: encoded(['0', '1', '2']),
    stock: words(['out', 'low', 'unlimited']),
    price_min: encoded(numbers),
    price_max: encoded(numbers),
    archived: encoded(['1', '0']),
    sort: words(['title', 'category', 'is_enabled', 'origin_price', 'price']),
  },
  customers: {
    ...common,
    tag: encoded(texts),
    orders_min: encoded(numbers),
    spent_min: encoded(numbers),
    from: encoded(days),
    to: encoded(days),
    sort: words(['last_order', 'orders', 'spent', 'name']),
  },
}

/** One to four parameters of a list, one in ten of them empty. */
export function createListQuery(random: Random): ListQuery {
  const list = pick<ListQuery['list']>(random, ['orders', 'products', 'customers'])
  const known = Object.entries(parameters[list])
  const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const [name, value] = known[Math.floor(random() * known.length)] ?? ['q', q]
    return `${name}=${random() < 0.1 ? '' : value(random)}`
  })
  return { list, query: parts.join('&') }
}
