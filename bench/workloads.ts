import type pg from 'pg'
import { writeGroup } from './group-fixture.ts'
import type { Call, Measured } from './load.ts'
import { driveOrderSql } from './order-sql.ts'
import { admin, type ListedProduct, member, ShopClient } from './shop-client.ts'
import { countStock, fillCarts, newGuests, writeOrders, writeVariants } from './shop-fixtures.ts'

/** The baseline of a workload: the same bytes, a commit, the same hash or SQL, without the shop. */
type Baseline = 'bare route' | 'empty transaction' | 'bare hash' | 'its SQL' | 'counted order'

export interface Workload {
  name: string
  baseline: Baseline
  repeat: 'again' | 'once'
  /** The calls of `count` callers. */
  callers(count: number): Promise<Call[][]>
  /** Where not every concurrency makes sense. */
  connections?: number[]
  /** Where the baseline is its SQL: runs it `count` times over this many connections. */
  driveSql?: (connections: number, count: number) => Promise<Measured>
  /** Where the baseline is another workload of the shop. */
  against?: Workload
}

interface Shop {
  client: ShopClient
  db: pg.Pool
  databaseUrl: string
}

/** The encodings that a browser of today takes. */
export const acceptEncoding = 'gzip, deflate, br, zstd'
const linesInCart = 3
const ordersOfMember = 30
const ordersOfOthers = 1_000

/** All that is measured, over a shop with some orders in it. */
export async function workloads({ client, db, databaseUrl }: Shop): Promise<Workload[]> {
  const products = await client.products()
  const bought = products.slice(0, linesInCart)
  const ids = bought.map((product) => product.id)
  const counted = products.slice(linesInCart, 2 * linesInCart).map(({ id }) => id)
  const variants = await writeVariants(db, linesInCart)
  await countStock(db, [...counted, ...variants])
  const adminToken = await client.adminToken()
  const { uid, token } = await client.newMember()
  const others = newGuests(ordersOfOthers).map(({ owner }) => owner)
  const orderIds = await writeOrders(db, others, bought)
  const code = await writeGroup(db, { productId: ids[0] ?? '', orderIds })
  await writeOrders(db, Array<string>(ordersOfMember).fill(`m:${uid}`), bought)
  await db.query('analyze')
  const asAdmin = { authorization: adminToken }
  const asMember = { authorization: token }
  const countedOrder = write('counted order', 'once', guestsWithCountedCarts, order)
  return [
    ...pages(products, code),
    read('cart read', ShopClient.path('/cart'), { guestsWithCarts }),
    write('add to cart', 'again', guestsWithCarts, () =>
      post('/cart', { data: { product_id: ids[0], qty: 1 } }),
    ),
    write('coupon', 'again', guestsWithCarts, () => post('/coupon', { data: { code: 'frost' } })),
    write('order', 'once', guestsWithCarts, order),
    {
      ...countedOrder,
      baseline: 'its SQL',
      driveSql: async (connections, count) => {
        const owners = (await guestsWithCountedCarts(count)).map(({ owner }) => owner)
        return driveOrderSql(databaseUrl, connections, { owners, products })
      },
    },
    {
      ...write('order of variants', 'once', (count) => guestsWithCartsOf(count, variants), order),
      baseline: 'counted order',
      against: countedOrder,
    },
    write('pay', 'once', guestsWithOrders, ({ orderId }) => post(`/pay/${orderId}`, {})),
    read('orders', ShopClient.path('/orders'), { headers: asMember }),
    read('admin products', ShopClient.path('/admin/products'), { headers: asAdmin }),
    read('admin coupons', ShopClient.path('/admin/coupons'), { headers: asAdmin }),
    read('admin orders', ShopClient.path('/admin/orders'), { headers: asAdmin }),
    signIn('member sign-in', {
      path: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=minmin',
      body: { ...member, returnSecureToken: true },
    }),
    signIn('admin sign-in', { path: '/v2/admin/signin', body: admin }),
  ]

  async function guestsWithCartsOf(count: number, productIds: readonly string[]) {
    const guests = newGuests(count)
    const owners = guests.map(({ owner }) => owner)
    await fillCarts(db, owners, productIds)
    return guests
  }

  function guestsWithCarts(count: number) {
    return guestsWithCartsOf(count, ids)
  }

  function guestsWithCountedCarts(count: number) {
    return guestsWithCartsOf(count, counted)
  }

  async function guestsWithOrders(count: number) {
    const guests = newGuests(count)
    const owners = guests.map(({ owner }) => owner)
    const orders = await writeOrders(db, owners, bought)
    return guests.map((guest, n) => ({ ...guest, orderId: orders[n] ?? '' }))
  }
}

let shoppers = 0

/**
 * An order of somebody new. The unpaid orders of a mailbox are counted one after the other, so one
 * mailbox for all would measure the wait for it, and what earlier workloads left.
 */
function order(): Call {
  const n = ++shoppers
  const email = `shopper-${n}@example.com`
  const tel = `09${String(n).padStart(8, '0')}`
  const user = { name: '王小明', email, tel, address: '台北市信義路' }
  return post('/order', { data: { user, message: '請於下午送達' } })
}

/** Public reads. */
function pages(products: ListedProduct[], code: string): Workload[] {
  const [first] = products
  if (!first) throw new Error('the shop has no products')
  const category = encodeURIComponent(first.category)
  const paths: Record<string, string> = {
    'product list': ShopClient.path('/products?page=1'),
    'category list': ShopClient.path(`/products?page=1&category=${category}`),
    'product detail': ShopClient.path(`/product/${first.id}`),
    'products/all': ShopClient.path('/products/all'),
    'group page': ShopClient.path(`/group/${code}`),
    'product document': `/main/prods/detail/${first.id}`,
    'group document': `/g/${code}`,
    'static index': '/',
    picture: new URL(first.imageUrl).pathname,
  }
  return Object.entries(paths).map(([name, path]) => ({
    name,
    baseline: 'bare route',
    repeat: 'again',
    callers: async (count) => Array.from({ length: count }, () => [get(path)]),
  }))
}

type Reader =
  | { headers: Record<string, string> }
  | { guestsWithCarts: (count: number) => Promise<{ cookie: string }[]> }

/** A reply for one caller alone: always the same one, or another guest for each connection. */
function read(name: string, path: string, reader: Reader): Workload {
  const callers = async (count: number) => {
    if ('headers' in reader) return Array.from({ length: count }, () => [get(path, reader.headers)])
    const guests = await reader.guestsWithCarts(count)
    return guests.map(({ cookie }) => [get(path, { cookie })])
  }
  return { name, baseline: 'empty transaction', repeat: 'again', callers }
}

function write<G extends { cookie: string }>(
  name: string,
  repeat: Workload['repeat'],
  guests: (count: number) => Promise<G[]>,
  callOf: (guest: G) => Call,
): Workload {
  const callers = async (count: number) =>
    (await guests(count)).map((guest) => {
      const call = callOf(guest)
      const headers = { cookie: guest.cookie, 'x-forwarded-for': anotherNetwork() }
      return [{ ...call, headers: { ...call.headers, ...headers } }]
    })
  return { name, baseline: 'empty transaction', repeat, callers }
}

let networks = 0

/** Each shopper comes from elsewhere, for the unpaid orders of a network are counted too. */
function anotherNetwork(): string {
  const n = networks++
  return `${11 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`
}

/** Few at once: more than the shop lets wait are refused, which is another measurement. */
function signIn(name: string, { path, body }: { path: string; body: object }): Workload {
  const call: Call = {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  return {
    name,
    baseline: 'bare hash',
    repeat: 'again',
    connections: [1, 16],
    callers: async (count) => Array.from({ length: count }, () => [call]),
  }
}

function get(path: string, headers: Record<string, string> = {}): Call {
  return { method: 'GET', path, headers: { 'accept-encoding': acceptEncoding, ...headers } }
}

function post(path: string, body: object): Call {
  return {
    method: 'POST',
    path: ShopClient.path(path),
    headers: { 'accept-encoding': acceptEncoding, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}
