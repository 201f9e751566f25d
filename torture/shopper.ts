import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'

interface Answer {
  status: number
  body: { orderId?: string; total?: number; products?: { id: string; price: number }[] }
}

const contact = { name: '測試', email: 'torture@example.com', tel: '0912345678', address: '台北市' }
const outcomeWithinMs = 60_000
/** No answer, and the answers that mean: again in a moment. */
const uncertain = new Set([0, 408, 409, 429, 500, 502, 503])

/** A guest who keeps ordering and paying, and repeats each write until its outcome is known. */
export class Shopper {
  readonly #address: string
  readonly #ledger: Ledger
  readonly #name: string
  #cookie = ''
  acknowledged = 0

  constructor(options: { address: string; ledger: Ledger; name: string }) {
    this.#address = options.address
    this.#ledger = options.ledger
    this.#name = options.name
  }

  /** Orders until `isOver` says so; the order at hand is brought to its end first. */
  async shop(isOver: () => boolean): Promise<void> {
    const products = (await this.#until200('GET', '/products?page=1')).body.products ?? []
    for (let number = 0; !isOver(); number++) {
      const product = products[number % products.length]
      if (!product) throw new Error('the shop under torture has no products')
      await this.#order(product, 1 + (number % 3))
    }
  }

  async #order(product: { id: string; price: number }, qty: number): Promise<void> {
    // A repeated addition could count twice, so the cart is set anew until it is known to be right.
    await this.#until200('DELETE', '/carts')
    const line = { product_id: product.id, qty }
    while ((await this.#send('POST', '/cart', line)).status !== 200) {
      await this.#until200('DELETE', '/carts')
    }
    const key = randomUUID()
    const total = product.price * qty
    this.#ledger.write({ kind: 'intent', key, owner: this.#name, total })
    const data = { user: contact, message: key }
    const { body } = await this.#until200('POST', '/order', data, key)
    const orderId = body.orderId ?? ''
    this.#ledger.write({ kind: 'ordered', key, orderId, total: body.total ?? -1 })
    await this.#until200('POST', `/pay/${orderId}`, undefined, `pay-${key}`)
    this.#ledger.write({ kind: 'paid', orderId })
    this.acknowledged += 1
  }

  /** Repeats a call while its outcome is unknown; a definite refusal is a finding. */
  async #until200(method: string, path: string, data?: unknown, key?: string): Promise<Answer> {
    const giveUpAt = Date.now() + outcomeWithinMs
    for (;;) {
      const answer = await this.#send(method, path, data, key)
      if (answer.status === 200) return answer
      if (!uncertain.has(answer.status) || Date.now() > giveUpAt) {
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      await delay(20)
    }
  }

  async #send(method: string, path: string, data?: unknown, key?: string): Promise<Answer> {
    try {
      const response = await fetch(`${this.#address}/v2/api/shopping-minmin${path}`, {
        method,
        headers: {
          ...(this.#cookie && { cookie: this.#cookie }),
          ...(data !== undefined && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        body: data === undefined ? null : JSON.stringify({ data }),
        signal: AbortSignal.timeout(15_000),
      })
      const cookie = response.headers.get('set-cookie')
      if (cookie?.startsWith('shopper=')) this.#cookie = cookie.split(';')[0] ?? ''
      return { status: response.status, body: (await response.json()) as Answer['body'] }
    } catch {
      return { status: 0, body: {} }
    }
  }
}
