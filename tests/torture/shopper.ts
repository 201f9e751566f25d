import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { shopErrors } from '../../src/contract/errors.ts'
import { type Answer, type Call, Client, type ListedProduct } from './client.ts'
import { Ledger, type LedgerEntry } from './ledger.ts'
import type { Monitor } from './monitor.ts'

export interface ShopperOptions {
  /** The nodes of the shop: each order and payment goes to all of them at once. */
  addresses: string[]
  ledgerPath: string
  name: string
  isMember: boolean
  random: () => number
  monitor: Monitor
}

const shop = '/v2/api/shopping-minmin'
const accounts = '/identitytoolkit.googleapis.com/v1/accounts'
const contact = { name: '測試', email: 'torture@example.com', tel: '0912345678', address: '台北市' }
const password = 'torture-2026'
const outcomeWithinMs = 90_000
const leastAttempts = 30

/** A product without options, or one of its variants. */
interface Ware {
  product_id: string
  variant_id?: string
  price: number
}

/** None of what runs short: it would be sold out in the middle of a run. */
function waresOf({ id, price, stock_level, variants }: ListedProduct): Ware[] {
  if (stock_level || variants?.some((variant) => variant.stock_level)) return []
  if (!variants) return [{ product_id: id, price }]
  return variants.map((variant) => ({
    product_id: id,
    variant_id: variant.id,
    price: variant.price,
  }))
}

/** A shopper who orders and pays, and retries each write until its outcome is known. */
export class Shopper {
  readonly #options: ShopperOptions
  readonly #ledger: Ledger
  readonly #clients: Client[]
  readonly #known: LedgerEntry[]
  #cookie: string
  #token = ''
  #wares: Ware[] = []
  #isCartEmpty = false
  #unknownCall = ''

  constructor(options: ShopperOptions) {
    this.#options = options
    this.#known = Ledger.read(options.ledgerPath)
    this.#ledger = new Ledger(options.ledgerPath)
    this.#clients = options.addresses.map((address) => new Client(address))
    this.#cookie = this.#known.findLast((entry) => entry.kind === 'shopper')?.cookie ?? ''
  }

  /** Signs in or gets a cookie and, in a resumed run, finishes the open order. */
  async arrive(): Promise<void> {
    if (this.#options.isMember) await this.#signIn()
    const { body } = await this.#untilDone('products', {
      method: 'GET',
      path: `${shop}/products/all`,
    })
    this.#wares = (body.products ?? []).flatMap(waresOf)
    const intent = this.#known.findLast((entry) => entry.kind === 'intent')
    if (!intent) return
    const last = this.#known.filter((entry) => 'key' in entry && entry.key === intent.key)
    const ordered = last.find((entry) => entry.kind === 'ordered')
    if (last.some(({ kind }) => kind === 'violation' || kind === 'paid')) return
    if (ordered) await this.pay(intent.key, ordered.orderId)
    else await this.orderAndPay(intent.key, intent.total)
  }

  /** Orders until `isOver` says so; the order at hand is brought to its end first. */
  async shop(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const { key, total } = await this.intend()
      await this.orderAndPay(key, total)
    }
  }

  /** Fills the cart and records the intended order. */
  async intend(): Promise<{ key: string; total: number }> {
    const total = await this.#fillCart()
    const key = randomUUID()
    this.#ledger.write({ kind: 'intent', key, total })
    return { key, total }
  }

  async orderAndPay(key: string, total: number): Promise<void> {
    const orderId = await this.order(key, total)
    if (orderId === null) return
    await this.pay(key, orderId)
    const drawn = this.#options.random()
    if (drawn < 0.1) await this.#repeatOrder(key, orderId)
    else if (drawn < 0.2) await this.#readOrder(key, orderId)
  }

  /** The order's id; null after a violation. */
  async order(key: string, total: number): Promise<string | null> {
    const answer = await this.#untilOutcome('order', key, this.#orderCall(key))
    if (!answer) return null
    this.#isCartEmpty = true
    const { orderId = '', total: told = -1 } = answer.body
    if (told !== total) this.#violation(key, `ordered for ${told}, meant ${total}`)
    this.#ledger.write({ kind: 'ordered', key, orderId, total: told })
    return orderId
  }

  async pay(key: string, orderId: string): Promise<void> {
    const call = {
      method: 'POST',
      path: `${shop}/pay/${orderId}`,
      headers: { 'idempotency-key': `pay-${key}` },
    }
    const answer = await this.#untilOutcome('payment', key, call)
    if (answer) this.#ledger.write({ kind: 'paid', key, orderId })
  }

  /** One attempt with any outcome; `order` finishes it later. */
  async tryOrder(key: string): Promise<Answer> {
    const answer = await this.#send('order', this.#orderCall(key))
    if (answer.status !== 200) this.#unknown(key, 'order', answer.status)
    return answer
  }

  leave(): void {
    for (const client of this.#clients) client.close()
    this.#ledger.close()
  }

  #orderCall(key: string): Call {
    const data = { user: contact, message: key }
    return {
      method: 'POST',
      path: `${shop}/order`,
      body: { data },
      headers: { 'idempotency-key': key },
    }
  }

  async #repeatOrder(key: string, orderId: string): Promise<void> {
    const again = await this.#untilOutcome('order', key, this.#orderCall(key))
    if (again && again.body.orderId !== orderId) {
      this.#violation(key, `${orderId} was acknowledged, then ${again.body.orderId}`)
    }
  }

  async #readOrder(key: string, orderId: string): Promise<void> {
    const call = { method: 'GET', path: `${shop}/order/${orderId}` }
    const { status } = await this.#send('own order', call)
    if (status === 404) this.#violation(key, 'the acknowledged order is not found')
  }

  /** Retries a write on every node until one succeeds; null when it is definitely refused. */
  async #untilOutcome(name: 'order' | 'payment', key: string, call: Call): Promise<Answer | null> {
    const giveUpAt = Date.now() + outcomeWithinMs
    for (let attempt = 1; ; attempt++) {
      const sentAt = performance.now()
      const answers = await Promise.all(
        this.#clients.map((client) => this.#send(name, call, client)),
      )
      const done = answers.filter(({ status }) => status === 200)
      if (new Set(done.map(({ body }) => body.orderId)).size > 1) {
        this.#violation(key, `two nodes acknowledged ${done.map(({ body }) => body.orderId)}`)
      }
      if (done[0]) {
        if (name === 'order') this.#options.monitor.acknowledgedOrder(sentAt)
        return done[0]
      }
      const refusal = answers.find((answer) => !mayComeAgain(answer))
      if (refusal?.status === 401 && this.#options.isMember) await this.#signIn()
      else if (refusal) {
        this.#violation(key, `${name}: ${refusal.status} ${JSON.stringify(refusal.body)}`)
        return null
      }
      this.#unknown(key, name, answers[0]?.status ?? 0)
      // Both conditions: a suspended harness has waited without retrying.
      if (attempt >= leastAttempts && Date.now() > giveUpAt) {
        this.#violation(key, `${name}: no outcome within ${outcomeWithinMs / 1000} s`)
        return null
      }
      await this.#pause()
    }
  }

  /** Noted once for a call, however often it is repeated. */
  #unknown(key: string, call: 'order' | 'payment', status: number): void {
    if (this.#unknownCall === `${call} ${key}`) return
    this.#unknownCall = `${call} ${key}`
    this.#ledger.write({ kind: 'unknown', key, call, status })
  }

  #violation(key: string, what: string): void {
    this.#ledger.write({ kind: 'violation', key, what })
  }

  async #fillCart(): Promise<number> {
    const lines = Array.from({ length: this.#options.random() < 0.25 ? 2 : 1 }, () => this.#pick())
    for (;;) {
      // A repeated addition could count twice: the cart is cleared and filled again until its
      // content is known.
      if (!this.#isCartEmpty) {
        await this.#untilDone('cart', { method: 'DELETE', path: `${shop}/carts` })
      }
      this.#isCartEmpty = false
      let isFilled = true
      for (const { price: _, ...data } of lines) {
        const body = { data }
        const answer = await this.#send('cart', { method: 'POST', path: `${shop}/cart`, body })
        isFilled &&= answer.status === 200
      }
      if (isFilled) return lines.reduce((sum, { price, qty }) => sum + price * qty, 0)
      await this.#pause()
    }
  }

  #pick(): Ware & { qty: number } {
    const { random } = this.#options
    const ware = this.#wares[Math.floor(random() * this.#wares.length)]
    if (!ware) throw new Error('the shop under torture has no products')
    return { ...ware, qty: 1 + Math.floor(random() * 3) }
  }

  async #signIn(): Promise<void> {
    const email = `${this.#options.name}@torture.example`
    const giveUpAt = Date.now() + outcomeWithinMs
    while (Date.now() < giveUpAt) {
      for (const action of ['signUp', 'signInWithPassword']) {
        const { body } = await this.#send('account', {
          method: 'POST',
          path: `${accounts}:${action}?key=minmin`,
          body: { email, password, returnSecureToken: true },
        })
        if (!body.idToken) continue
        this.#token = body.idToken
        this.#ledger.write({ kind: 'shopper', cookie: '', email })
        return
      }
      await this.#pause()
    }
    throw new Error(`${email} cannot sign in`)
  }

  async #untilDone(name: string, call: Call): Promise<Answer> {
    const giveUpAt = Date.now() + outcomeWithinMs
    for (;;) {
      const answer = await this.#send(name, call)
      if (answer.status === 200) return answer
      if (answer.status === 401 && this.#options.isMember) await this.#signIn()
      else if ((!mayComeAgain(answer) && answer.status !== 500) || Date.now() > giveUpAt) {
        throw new Error(`${call.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      await this.#pause()
    }
  }

  async #send(name: string, call: Call, client = this.#anyClient()): Promise<Answer> {
    const headers = {
      ...call.headers,
      ...(this.#token && { authorization: this.#token }),
      ...(this.#cookie && { cookie: this.#cookie }),
    }
    const answer = await client.send({ ...call, headers })
    this.#options.monitor.answered(name, answer.status)
    if (answer.cookie.startsWith('shopper=') && answer.cookie !== this.#cookie) {
      this.#cookie = answer.cookie
      this.#ledger.write({ kind: 'shopper', cookie: answer.cookie, email: '' })
    }
    return answer
  }

  #anyClient(): Client {
    const client = this.#clients[Math.floor(this.#options.random() * this.#clients.length)]
    if (!client) throw new Error('a shopper without a shop')
    return client
  }

  #pause(): Promise<void> {
    return delay(100 + this.#options.random() * 150)
  }
}

/** No answer, and the statuses of transient failures. */
function mayComeAgain({ status, body }: Answer): boolean {
  if (status === 409) return body.message === shopErrors.IDEMPOTENCY_KEY_RUNNING.message
  return [0, 408, 429, 502, 503].includes(status)
}
