import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** `open` until the shopper agrees; a wallet is `agreed` until the shop takes it, a card `held`. */
type State = 'open' | 'agreed' | 'held' | 'taken' | 'refused' | 'dropped'

export interface PocketOrder {
  no: string
  ref: string
  amount: number
  way: 'wallet' | 'card'
  back: string
  hook: string
  state: State
  /** The amounts that went back, one a call. */
  returned: number[]
  /** The answers of the shop to the calls of its hook. */
  answers: { status: number; body: string }[]
}

export interface PocketGateway {
  url: string
  /** Shared with the shop. */
  secret: string
  orders: Map<string, PocketOrder>
  /** Paths that the shop has called. */
  calls: string[]
  /** Calls have their effect, and no answer. */
  losesAnswers: boolean
  /** Too many calls: none is taken. */
  isBusy: boolean
  /** The shopper's decision on the page; gives the address that the browser is sent back to. */
  decide(ref: string, decision: 'agree' | 'refuse'): Promise<string>
  /** Calls the hook once more. */
  callHook(ref: string): Promise<void>
  close(): Promise<void>
}

interface Call {
  order?: string
  ref?: string
  amount?: number
  way?: 'wallet' | 'card'
  back?: string
  hook?: string
}

/**
 * A gateway for tests whose interface is another one than ECPay's: JSON, signed in headers, begun by a
 * call of the shop, with a wallet that the shop has to take after the shopper has agreed, and whose
 * hook proves nothing. It shares no code with the provider that speaks to it.
 */
export async function startPocketGateway(): Promise<PocketGateway> {
  const secret = 'pocket secret'
  const signatureOf = (path: string, body: string) =>
    createHmac('sha256', secret).update(`${path}\n${body}`).digest('hex')

  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = await text(request)
    gateway.calls.push(path)
    if (gateway.isBusy) return response.writeHead(429).end()
    const isOurs = isSame(headerOf(request, 'x-pocket-signature'), signatureOf(path, body))
    const answer = isOurs ? act(path, JSON.parse(body)) : { code: 'WHO' }
    if (gateway.losesAnswers) return response.destroy()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })

  function act(path: string, call: Call): object {
    if (path === '/orders') return create(call)
    const order = findOrder(call)
    if (!order) return { code: 'NONE' }
    if (path === '/orders/find') return { code: 'OK', ...tellOf(order) }
    if (path === '/orders/take') return take(order)
    if (path === '/orders/return') return returnMoney(order, call.amount ?? 0)
    if (path === '/orders/drop') return drop(order)
    return { code: 'WHAT' }
  }

  function create({ ref = '', amount = 0, way = 'wallet', back = '', hook = '' }: Call): object {
    const known = gateway.orders.get(ref)
    const no = known?.no ?? `P${String(gateway.orders.size + 1).padStart(9, '0')}`
    const fresh = { state: 'open' as const, returned: [], answers: [] }
    if (!known) gateway.orders.set(ref, { no, ref, amount, way, back, hook, ...fresh })
    return { code: 'OK', order: no, web: `${gateway.url}/pay/${no}`, app: `pocket://pay/${no}` }
  }

  function findOrder({ ref, order }: Call): PocketOrder | undefined {
    return [...gateway.orders.values()].find((one) => one.ref === ref || one.no === order)
  }

  function take(order: PocketOrder): object {
    if (order.state === 'taken') return { code: 'ALREADY' }
    if (order.state !== 'agreed' && order.state !== 'held') return { code: 'STATE' }
    order.state = 'taken'
    return { code: 'OK' }
  }

  function returnMoney(order: PocketOrder, amount: number): object {
    const left = order.amount - sum(order.returned)
    if (order.state !== 'taken' || amount < 1 || amount > left) return { code: 'AMOUNT' }
    order.returned.push(amount)
    return { code: 'OK' }
  }

  function drop(order: PocketOrder): object {
    if (order.state !== 'held') return { code: 'STATE' }
    order.state = 'dropped'
    return { code: 'OK' }
  }

  /** Signed for a card; a wallet's names the order and proves nothing. */
  async function callHook(ref: string): Promise<void> {
    const order = get(ref)
    const body = JSON.stringify(order.way === 'card' ? tellOf(order) : { ref, order: order.no })
    const path = new URL(order.hook).pathname
    const signature = order.way === 'card' ? signatureOf(path, body) : ''
    const headers = { 'content-type': 'application/json', 'x-pocket-signature': signature }
    const reply = await fetch(order.hook, { method: 'POST', headers, body })
    order.answers.push({ status: reply.status, body: await reply.text() })
  }

  function get(ref: string): PocketOrder {
    const order = gateway.orders.get(ref)
    if (!order) throw new Error(`the pocket has no order ${ref}`)
    return order
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway: PocketGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret,
    orders: new Map(),
    calls: [],
    losesAnswers: false,
    isBusy: false,
    async decide(ref, decision) {
      const order = get(ref)
      const agreed = order.way === 'card' ? 'held' : 'agreed'
      order.state = decision === 'agree' ? agreed : 'refused'
      await callHook(ref)
      return order.back
    },
    callHook,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return gateway
}

function tellOf({ ref, no, state, amount, returned }: PocketOrder) {
  return { ref, order: no, state, amount, returned: sum(returned) }
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

function headerOf({ headers }: IncomingMessage, name: string): string {
  return String(headers[name] ?? '')
}

function isSame(given: string, expected: string): boolean {
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  )
}
