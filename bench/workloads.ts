import type pg from 'pg'
import type { Call } from './load.ts'
import { admin, type ListedProduct, member, ShopClient } from './shop-client.ts'
import { fillCarts, newGuests, writeOrders } from './shop-fixtures.ts'

/** What is set against what: the same bytes, the same SQL, or the same hash, without the shop. */
export type Floor = 'bare route' | 'bare pg' | 'bare hash'

/** One caller of a workload. */
export interface Subject {
  calls: Call[]
  /** The values that the SQL of its calls has from outside, in the same order for all subjects. */
  marks: string[]
}

export interface Workload {
  name: string
  floor: Floor
  repeat: 'again' | 'once'
  subjects(count: number): Promise<Subject[]>
  /** Where not every concurrency makes sense. */
  connections?: number[]
}

interface Shop {
  client: ShopClient
  db: pg.Pool
}

/** The encodings that a browser of today takes. */
export const acceptEncoding = 'gzip, deflate, br, zstd'
const linesInCart = 3
const ordersOfMember = 30
const ordersOfOthers = 1_000

/** All that is measured, over a shop with some orders in it. */
export async function workloads({ client, db }: Shop): Promise<Workload[]> {
  const products = await client.products()
  const bought = products.slice(0, linesInCart)
  const ids = bought.map((product) => product.id)
  const adminToken = await client.adminToken()
  const { uid, token } = await client.newMember()
  const others = newGuests(ordersOfOthers).map(({ owner }) => owner)
  await writeOrders(db, others, bought)
  await writeOrders(db, Array<string>(ordersOfMember).fill(`m:${uid}`), bought)
  await db.query('analyze')
  const { rows } = await db.query<{ id: string }>("select id from coupons where code = 'frost'")
  const constant = [...ids, ...rows.map(({ id }) => id)]

  const asAdmin = { authorization: adminToken }
  const asMember = { authorization: token }
  return [
    ...pages(products),
    read('cart read', ShopClient.path('/cart'), { guestsWithCarts }),
    {
      name: 'add to cart',
      floor: 'bare pg',
      repeat: 'again',
      subjects: async (count) =>
        (await guestsWithCarts(count)).map(({ cookie, owner }) => ({
          calls: [post('/cart', { data: { product_id: ids[0], qty: 1 } }, { cookie })],
          marks: [owner, ...constant],
        })),
    },
    {
      name: 'coupon',
      floor: 'bare pg',
      repeat: 'again',
      subjects: async (count) =>
        (await guestsWithCarts(count)).map(({ cookie, owner }) => ({
          calls: [post('/coupon', { data: { code: 'frost' } }, { cookie })],
          marks: [owner, ...constant],
        })),
    },
    {
      name: 'order',
      floor: 'bare pg',
      repeat: 'once',
      subjects: async (count) =>
        (await guestsWithCarts(count)).map(({ cookie, owner }) => ({
          calls: [post('/order', { data: orderData }, { cookie })],
          marks: [owner, ...constant],
        })),
    },
    {
      name: 'pay',
      floor: 'bare pg',
      repeat: 'once',
      subjects: async (count) => {
        const guests = newGuests(count)
        const owners = guests.map(({ owner }) => owner)
        const orders = await writeOrders(db, owners, bought)
        return guests.map(({ cookie, owner }, n) => ({
          calls: [post(`/pay/${orders[n]}`, {}, { cookie })],
          marks: [owner, orders[n] ?? '', ...constant],
        }))
      },
    },
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

  async function guestsWithCarts(count: number) {
    const guests = newGuests(count)
    const owners = guests.map(({ owner }) => owner)
    await fillCarts(db, owners, ids)
    return guests
  }
}

const orderData = {
  user: { name: '王小明', email: 'wang@example.com', tel: '0912345678', address: '台北市信義路' },
  message: '請於下午送達',
}

/** Answers that are the same for everybody. */
function pages(products: ListedProduct[]): Workload[] {
  const [first] = products
  if (!first) throw new Error('the shop has no products')
  const category = encodeURIComponent(first.category)
  const paths: Record<string, string> = {
    'product list': ShopClient.path('/products?page=1'),
    'category list': ShopClient.path(`/products?page=1&category=${category}`),
    'product detail': ShopClient.path(`/product/${first.id}`),
    'products/all': ShopClient.path('/products/all'),
    'static index': '/',
    picture: new URL(first.imageUrl).pathname,
  }
  return Object.entries(paths).map(([name, path]) => ({
    name,
    floor: 'bare route',
    repeat: 'again',
    subjects: async (count) =>
      Array.from({ length: count }, () => ({ calls: [get(path)], marks: [] })),
  }))
}

type Reader =
  | { headers: Record<string, string> }
  | { guestsWithCarts: (count: number) => Promise<{ cookie: string; owner: string }[]> }

/** An answer for one caller alone: always the same one, or another guest for each connection. */
function read(name: string, path: string, reader: Reader): Workload {
  const subjects = async (count: number) => {
    if ('headers' in reader) {
      return Array.from({ length: count }, () => ({
        calls: [get(path, reader.headers)],
        marks: [],
      }))
    }
    const guests = await reader.guestsWithCarts(count)
    return guests.map(({ cookie, owner }) => ({ calls: [get(path, { cookie })], marks: [owner] }))
  }
  return { name, floor: 'bare pg', repeat: 'again', subjects }
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
    floor: 'bare hash',
    repeat: 'again',
    connections: [1, 16],
    subjects: async (count) => Array.from({ length: count }, () => ({ calls: [call], marks: [] })),
  }
}

function get(path: string, headers: Record<string, string> = {}): Call {
  return { method: 'GET', path, headers: { 'accept-encoding': acceptEncoding, ...headers } }
}

function post(path: string, body: object, headers: Record<string, string>): Call {
  return {
    method: 'POST',
    path: ShopClient.path(path),
    headers: { 'accept-encoding': acceptEncoding, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
