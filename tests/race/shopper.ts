import { createHash } from 'node:crypto'
import type { RaceRequest } from './held-request.ts'
import { type Product, type RaceHarness, shopPath } from './race-harness.ts'
import { pick, type Round } from './scenario.ts'
import { must, mustEqual } from './violation.ts'

export const contact = {
  name: '競速',
  email: 'racer@example.com',
  tel: '0912345678',
  address: '台北市信義區 1 號',
}

/**
 * A shopper: the headers that identify the caller, and the owner key of the cart and the orders.
 */
export interface Shopper {
  by: Record<string, string>
  owner: string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

/** A guest with a generated cookie, so that even the first write of its cart can be concurrent. */
export function newGuest(random: () => number): Shopper {
  const character = () => alphabet.charAt(Math.floor(random() * alphabet.length))
  const id = Array.from({ length: 22 }, character).join('')
  const owner = `g:${createHash('sha256').update(id).digest('base64url')}`
  return { by: { Cookie: `shopper=${id}` }, owner }
}

/** How a body names it. */
export function lineOf({ id, variantId }: Product) {
  return { product_id: id, ...(variantId !== undefined && { variant_id: variantId }) }
}

export function addition(shopper: Shopper, product: Product, qty: number): RaceRequest {
  return call('POST', '/cart', shopper, { ...lineOf(product), qty })
}

export function orderRequest(shopper: Shopper, key?: string, message = ''): RaceRequest {
  return withKey(call('POST', '/order', shopper, { user: contact, message }), key)
}

export function withKey(request: RaceRequest, key: string | undefined): RaceRequest {
  if (key === undefined) return request
  return { ...request, headers: { ...request.headers, 'Idempotency-Key': key } }
}

/** A new guest with a cart of one line, and the total of the cart. */
export async function createGuestWithCart(
  { harness, random }: Round,
  qty: number,
): Promise<{ shopper: Shopper; total: number }> {
  const shopper = newGuest(random)
  const product = pick(random, harness.products)
  await harness.call(addition(shopper, product, qty))
  return { shopper, total: product.price * qty }
}

export function call(
  method: RaceRequest['method'],
  path: string,
  { by }: Shopper,
  data?: unknown,
): RaceRequest {
  const request = { method, path: shopPath + path, headers: by }
  return data === undefined ? request : { ...request, body: { data } }
}

/** Creates an order of one line and returns its id. */
export async function createOrder(
  harness: RaceHarness,
  shopper: Shopper,
  product: Product,
  qty = 1,
): Promise<string> {
  await harness.call(addition(shopper, product, qty))
  return String((await harness.call(orderRequest(shopper))).orderId)
}

export interface CartView {
  carts: { id: string; product_id: string; qty: number; coupon?: { code: string } }[]
  total: number
  final_total: number
}

export async function readCart(
  harness: RaceHarness,
  shopper: Shopper,
  node = 0,
): Promise<CartView> {
  return (await harness.call(call('GET', '/cart', shopper), node)).data as CartView
}

export interface StoredOrder {
  id: string
  total: number
  state: string
  is_deleted: boolean
  lines: {
    product_id: string
    qty: number
    total: number
    final_total: number
    percent: number | null
  }[]
  payments: { status: string; amount: number }[]
  events: string[]
}

/** The orders of one owner as the database has them; each has to be whole in itself. */
export async function storedOrders(harness: RaceHarness, owner: string): Promise<StoredOrder[]> {
  const orders = await harness.query<StoredOrder>(
    `select id, total::float8 as total, state, deleted_at is not null as is_deleted,
       (select coalesce(json_agg(json_build_object('product_id', product_id, 'qty', qty,
          'total', total, 'final_total', final_total,
          'percent', (coupon->>'percent')::int) order by product_id), '[]')
        from order_lines where order_id = orders.id) as lines,
       (select coalesce(json_agg(json_build_object('status', status, 'amount', amount)), '[]')
        from payments where order_id = orders.id) as payments,
       (select coalesce(json_agg(kind order by id), '[]')
        from order_events where order_id = orders.id) as events
     from orders where owner = $1 order by id`,
    [owner],
  )
  for (const order of orders) mustBeWhole(order)
  return orders
}

/** The lines add up to the total, under one coupon; paid means one payment of just that amount. */
export function mustBeWhole(order: StoredOrder): void {
  const { id, lines, total, state, payments, events } = order
  must(lines.length > 0, `order ${id} has no lines`)
  const percents = new Set(lines.map(({ percent }) => percent))
  must(percents.size === 1, `order ${id} mixes coupons: ${[...percents].join(', ')}`)
  const sum = lines.reduce((all, line) => all + Math.round(line.final_total * 100), 0)
  mustEqual(total, Math.floor((sum + 50) / 100), `the total of order ${id}`)
  for (const line of lines) {
    const expected = line.total * (line.percent ?? 100)
    mustEqual(Math.round(line.final_total * 100), expected, `a line of order ${id}`)
  }
  const counting = payments.filter(({ status }) => status === 'succeeded')
  mustEqual(counting.length, state === 'paid' ? 1 : 0, `payments that count of order ${id}`)
  for (const { amount } of counting) mustEqual(amount, total, `the payment of order ${id}`)
  mustEqual(events.filter((kind) => kind === 'created').length, 1, `creations of order ${id}`)
  const turns = events.filter((kind) => kind === 'paid' || kind === 'unpaid')
  turns.forEach((kind, index) => {
    const legal = index % 2 === 0 ? 'paid' : 'unpaid'
    mustEqual(kind, legal, `step ${index} in the life of order ${id}`)
  })
  mustEqual(turns.length % 2 === 1, state === 'paid', `the last step of order ${id}`)
  const deletions = events.filter((kind) => kind === 'deleted').length
  mustEqual(deletions, order.is_deleted ? 1 : 0, `deletions of order ${id}`)
}
