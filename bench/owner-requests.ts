import type pg from 'pg'

/** Calls of the back office that are measured together. */
export interface Call {
  group: 'dashboard' | 'orders' | 'products' | 'customers'
  name: string
  path: string
  /** 1 for what has no pages. */
  pages: number
}

const ranges = ['today', 'yesterday', '7d', '30d', 'month', 'last_month']
const pages = 10

/** Each part of the dashboard in each range. */
export function reportCalls(): Call[] {
  const today = Date.now() + 8 * 3_600_000
  const day = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10)
  const queries = [...ranges.map((range) => `range=${range}`), `from=${day(365)}&to=${day(0)}`]
  const parts = ['sales', 'products', 'coupons', 'groups']
  const paths = [
    '/admin/worklist',
    ...parts.flatMap((part) => queries.map((query) => `/admin/report/${part}?${query}`)),
  ]
  return paths.map((path) => ({ group: 'dashboard', name: path, path, pages: 1 }))
}

type Parameters = Record<string, string[]>

/** Each value of each parameter alone, and the first value of each with every value of the others. */
export async function listCalls(db: pg.Client): Promise<Call[]> {
  const { rows } = await db.query<{ day: string; product: string; number: string }>(`
    select to_char(created_at at time zone 'Asia/Taipei', 'YYYY-MM-DD') as day, o.id as number,
      (select product_id from order_lines where order_id = o.id limit 1) as product
    from orders as o order by id offset 1000 limit 1`)
  const sample = rows[0] ?? { day: '2026-01-01', product: '', number: '' }
  return Object.entries(parametersOf(sample)).flatMap(([list, parameters]) =>
    queriesOf(parameters).map((query): Call => {
      const path = `/admin/${list}?${new URLSearchParams(query)}`
      const name = `${list}?${query.map(([key, value]) => `${key}=${value}`).join('&')}`
      return { group: list as 'orders', name, path, pages }
    }),
  )
}

function parametersOf(of: { day: string; product: string; number: string }) {
  const orders: Parameters = {
    // The commonest surname, one character, a name, parts of titles, an address that all begin with, nothing.
    q: [
      '陳',
      '明',
      '陳志明',
      '馬克杯',
      '檯燈',
      '亞麻陶',
      'buyer',
      'buyer123',
      '0912',
      '5678',
      of.number,
      '查無此人',
    ],
    state: ['paid', 'completed', 'placed,cancelled'],
    payment: ['paid', 'partly_refunded', 'none'],
    method: ['card', 'atm'],
    from: [of.day],
    to: [of.day],
    product: [of.product],
    campaign: ['-campaign-7'],
    customer: ['100'],
    expires: ['24'],
    archived: ['1'],
    sort: ['total', 'name', 'message', 'is_paid', 'create_at'],
  }
  const products: Parameters = {
    q: ['陶', '檯燈', '亞麻陶檯燈', '型號77', '1234', '烏克麗麗'],
    category: ['茶', '器皿', '無'],
    enabled: ['1', '0'],
    stock: ['low', 'out', 'unlimited'],
    price_min: ['500'],
    price_max: ['100', '505'],
    archived: ['1'],
    sort: ['price', 'title', 'category', 'is_enabled', 'origin_price'],
  }
  const customers: Parameters = {
    q: ['陳', '明', '陳志明', 'buyer', 'buyer123', '5678', '查無此人'],
    tag: ['常客', '無'],
    orders_min: ['4'],
    spent_min: ['30000'],
    from: [of.day],
    to: [of.day],
    sort: ['orders', 'spent', 'name', 'last_order'],
  }
  return { orders, products, customers }
}

function queriesOf(parameters: Parameters): [string, string][][] {
  const all = Object.entries(parameters).flatMap(([key, values]) =>
    values.map((value): [string, string] => [key, value]),
  )
  const pairs = all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other) => {
      return one[0] === other[0] || isEmptyRange(one, other) ? [] : [[one, other]]
    }),
  )
  return [...all.map((one) => [one]), ...pairs]
}

/** Is refused. */
function isEmptyRange([from, lowest]: [string, string], [to, highest]: [string, string]): boolean {
  return from === 'price_min' && to === 'price_max' && Number(lowest) > Number(highest)
}
