import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ShopClient } from './shop-client.ts'

/** What shoppers met while nodes came and went. */
export interface Met {
  answered: number
  /** 503 with Retry-After: tried again, with the same key. */
  retried: number
  /** Everything else: there must be none. */
  failed: string[]
  /** The order that each key was told. */
  orders: Map<string, string>
}

export function nothingMet(): Met {
  return { answered: 0, retried: 0, failed: [], orders: new Map() }
}

const contact = {
  user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '台北市' },
  message: '',
}

/** Looks at the list, fills a cart and orders, again and again, as a browser behind a proxy would. */
export async function shop(
  address: string,
  productId: string,
  met: Met,
  isOver: () => boolean,
): Promise<void> {
  const ask = async (path: string, data?: unknown, headers: Record<string, string> = {}) => {
    for (;;) {
      const reply = await send(`${address}${ShopClient.path(path)}`, data, headers)
      if (reply.status === 503 && reply.retryAfter !== null) {
        met.retried++
        await delay(Number(reply.retryAfter) * 200)
        continue
      }
      if (reply.status === 200) met.answered++
      else met.failed.push(`${path}: ${reply.status} ${reply.text}`)
      return reply
    }
  }
  while (!isOver()) {
    await ask('/products?page=1')
    const added = await ask('/cart', { product_id: productId, qty: 1 })
    const cookie = { cookie: added.cookie }
    const key = randomUUID()
    const order = await ask('/order', contact, { ...cookie, 'idempotency-key': key })
    if (order.status === 200) met.orders.set(key, JSON.parse(order.text).orderId)
  }
}

async function send(url: string, data: unknown, headers: Record<string, string>) {
  try {
    const response = await fetch(url, {
      ...(data !== undefined && { method: 'POST', body: JSON.stringify({ data }) }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, retryAfter, cookie, text: await response.text() }
  } catch (error) {
    return { status: 0, retryAfter: null, cookie: '', text: String(error) }
  }
}
