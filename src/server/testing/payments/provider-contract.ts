import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPaidByNumber, methodKinds } from '#contract/payments.ts'
import { createTradeNumber } from '../../ecpay/trade-number.ts'
import type {
  CallbackReading,
  GatewayMessage,
  PaidAttempt,
  PaymentMethod,
  PaymentProvider,
  StartedAttempt,
  StartResult,
} from '../../payments/payment-provider.ts'

/** A provider over a gateway that runs on this machine, and the shopper at that gateway. */
export interface ProviderWorld {
  provider: PaymentProvider
  /** Follows the start to the gateway and pays there; gives what the browser brings back, if anything. */
  pay(start: StartResult, attempt: StartedAttempt): Promise<GatewayMessage | undefined>
  /** Follows it and is refused, or gives up. */
  refuse(start: StartResult, attempt: StartedAttempt): Promise<void>
  /** From now on the gateway does what it is asked, and its answers are lost. */
  loseAnswers(areLost: boolean): void
  /** From now on nobody listens there. */
  goAway(): Promise<void>
  close(): Promise<void>
}

const amount = 2_000
const garbage = [
  '',
  '\0',
  '{}',
  'null',
  '[1]',
  'RtnCode=1&TradeAmt=2000',
  '{"ref":1}',
  'a'.repeat(99),
]

/**
 * Holds for every provider that is a gateway. The world is opened at an address of the shop, to which
 * the gateway sends callbacks; the provider has no other knowledge of the shop.
 */
export function describeProviderContract(
  name: string,
  openWorld: (shop: { publicUrl: string }) => Promise<ProviderWorld>,
): void {
  describe(`the provider ${name}`, () => {
    let world: ProviderWorld
    let provider: PaymentProvider
    let shop: CallbackListener
    beforeAll(async () => {
      shop = await listenForCallbacks()
      world = await openWorld(shop)
      provider = world.provider
      shop.provider = provider
    })
    afterAll(async () => {
      await world.close()
      await shop.close()
    })

    const newAttempt = ({ method }: PaymentMethod): StartedAttempt => ({
      ...{ id: createTradeNumber(), orderId: '-OrderOfTwentySigns_', tradeNo: createTradeNumber() },
      ...{ method, amount, startedAt: new Date(), items: [{ title: '手感馬克杯', qty: 2 }] },
    })
    const isAtOnce = ({ method }: PaymentMethod) => !isPaidByNumber(method)
    const methodsOf = (isWanted: (method: PaymentMethod) => boolean) =>
      provider.methods().filter(isWanted)

    async function begin(method: PaymentMethod) {
      const attempt = newAttempt(method)
      const start = await provider.start(attempt)
      const gatewayTradeNo = ('gatewayTradeNo' in start && start.gatewayTradeNo) || null
      return { start, attempt: { ...attempt, gatewayTradeNo } }
    }

    /** A payment with all that the gateway has told of it. */
    async function paid(method: PaymentMethod) {
      const { start, attempt } = await begin(method)
      shop.received.length = 0
      const returned = await world.pay(start, attempt)
      const readings = await Promise.all(shop.received.map((one) => provider.readCallback(one)))
      const answer = await provider.query(attempt)
      if (answer.type !== 'paid')
        throw new Error(`asked for a paid ${method.method}: ${answer.type}`)
      const news = readings.flatMap((one) => (one.type === 'believed' ? [one.news] : []))
      const told = news.find(({ type }) => type === 'paid') as typeof answer | undefined
      const payment: PaidAttempt = {
        ...attempt,
        gatewayTradeNo: answer.gatewayTradeNo,
        authorisation: told?.authorisation ?? answer.authorisation ?? null,
      }
      return { attempt, payment, readings, news, answer, returned, messages: [...shop.received] }
    }

    it('has a name for its addresses, and methods that say what they can', () => {
      expect(provider.name).toMatch(/^[a-z][a-z0-9]{1,19}$/)
      expect(['demonstration', 'manual', 'free']).not.toContain(provider.name)
      expect(provider.decidesAtOnce).toBe(false)
      const methods = provider.methods()
      const names = methods.map(({ method }) => method)
      expect(names.length).toBeGreaterThan(0)
      expect(new Set(names).size).toBe(names.length)
      expect(methodKinds).toEqual(expect.arrayContaining(names))
      const startedAt = new Date()
      const dueAt = new Date(startedAt.getTime() + 86_400_000)
      for (const method of methods) {
        expect(method.min).toBeGreaterThan(0)
        expect(method.min).toBeLessThan(method.max)
        expect(method.numbers !== undefined).toBe(isPaidByNumber(method.method))
        expect(method.authorisationDays ?? 1).toBeGreaterThan(0)
        if (method.authorises) expect(method.authorisationDays).toBeDefined()
        const ends = method.expiresAt({ startedAt, dueAt })
        expect(ends?.getTime()).toBeGreaterThan(startedAt.getTime())
      }
    })

    it('begins an attempt by each method, and nothing is paid by that', async () => {
      for (const method of provider.methods()) {
        const { start, attempt } = await begin(method)
        expect(['form', 'address', 'app']).toContain(start.type)
        expect(await provider.query(attempt)).toEqual({ type: 'unpaid' })
      }
    })

    it('says of a trade that never was that it is unpaid', async () => {
      for (const method of provider.methods()) {
        expect(await provider.query(newAttempt(method))).toEqual({ type: 'unpaid' })
      }
    })

    it('finds out what was paid by callback, by the browser or by asking, in the full amount, as often as it is told', async () => {
      for (const method of provider.methods()) {
        const { attempt, readings, news, answer, messages, returned } = await paid(method)
        const { tradeNo } = attempt
        expect(answer).toMatchObject({ type: 'paid', amount })
        expect(answer.gatewayTradeNo).not.toBe('')
        // Told by nobody, the shop would ask only after minutes.
        const isTold = returned && provider.readReturn(returned)?.tradeNo === tradeNo
        expect(readings.length > 0 || isTold).toBe(true)
        for (const reading of readings) expect(reading).toMatchObject({ tradeNo })
        for (const one of news) {
          if (one.type === 'paid') expect(one).toMatchObject({ amount })
          if (one.type === 'number_issued') expect(one.dueAt.getTime()).toBeGreaterThan(Date.now())
        }
        if (isPaidByNumber(method.method)) {
          expect(news.map(({ type }) => type)).toContain('number_issued')
        }
        const again = await Promise.all(messages.map((message) => provider.readCallback(message)))
        expect(again).toEqual(readings)
        expect(new Set(digestsOf(readings)).size).toBe(digestsOf(readings).length)
        expect(await provider.query(attempt)).toEqual(answer)
      }
    })

    it('believes no callback of which a byte was changed', async () => {
      for (const method of provider.methods()) {
        const { messages, attempt } = await paid(method)
        for (const message of messages) {
          const text = message.body.toString()
          const changed = text.replaceAll(String(amount), '1').replaceAll(attempt.tradeNo, 'X')
          const body = Buffer.from(changed === text ? `${text} ` : changed)
          expect((await provider.readCallback({ ...message, body })).type).not.toBe('believed')
        }
      }
    })

    it('believes nothing of strangers, and throws nothing', async () => {
      for (const text of garbage) {
        for (const kind of ['notify', 'number', 'return'] as const) {
          const query = new URLSearchParams(text)
          const message = { kind, headers: {}, query, body: Buffer.from(text) }
          expect(await provider.readCallback(message)).toMatchObject({ type: 'refused' })
          expect(provider.readReturn(message)).toBeUndefined()
        }
      }
    })

    it('answers a callback that it believes otherwise than one that it does not', () => {
      expect(provider.acknowledge()).not.toEqual(provider.acknowledge('Unknown Trade'))
    })

    it('knows a browser that comes back', async () => {
      for (const method of methodsOf(isAtOnce)) {
        const { returned, attempt } = await paid(method)
        if (!returned) continue
        const { orderId, tradeNo = attempt.tradeNo } = provider.readReturn(returned) ?? {}
        expect([orderId, tradeNo]).toEqual([attempt.orderId, attempt.tradeNo])
      }
    })

    it('takes no money of a shopper who was refused', async () => {
      for (const method of methodsOf(isAtOnce)) {
        const { start, attempt } = await begin(method)
        shop.received.length = 0
        await world.refuse(start, attempt)
        expect(await provider.query(attempt)).toMatchObject({ type: 'unpaid' })
        for (const message of shop.received) {
          const reading = await provider.readCallback(message)
          const isRefusal = reading.type === 'believed' && reading.news.type === 'refused'
          expect(isRefusal || reading.type === 'asked_for').toBe(true)
        }
      }
    })

    it('captures what it has authorised, once, and releases it', async () => {
      for (const method of methodsOf(({ authorises }) => authorises)) {
        const { payment } = await paid(method)
        expect(await provider.capture(payment)).toEqual({ type: 'done' })
        expect(await provider.capture(payment)).toEqual({ type: 'done' })
        const { payment: other } = await paid(method)
        expect(await provider.void(other, new Date())).toEqual({ type: 'done' })
        expect((await provider.capture(other)).type).not.toBe('done')
      }
    })

    it('refunds in parts, and knows of each whether it has happened', async () => {
      for (const method of methodsOf(({ refunds }) => refunds)) {
        const { payment } = await paid(method)
        if (method.authorises) await provider.capture(payment)
        const part = (amount: number, refundedBefore: number) => ({
          ...{ payment, amount, refundedBefore, isPartByHand: false, now: new Date() },
        })
        const mayNot = async () => false
        expect((await provider.refund(part(500, 0), mayNot)).type).not.toBe('done')
        expect(await provider.queryRefund(part(500, 0))).toEqual({ type: 'not_happened' })
        expect(await provider.refund(part(500, 0), async () => true)).toEqual({ type: 'done' })
        expect(await provider.queryRefund(part(500, 0))).toEqual({ type: 'done' })
        expect(await provider.queryRefund(part(300, 500))).toEqual({ type: 'not_happened' })
        const lose = async () => {
          world.loseAnswers(true)
          return true
        }
        const lost = await provider.refund(part(300, 500), lose)
        world.loseAnswers(false)
        expect(lost).toMatchObject({ type: 'unknown' })
        expect(await provider.queryRefund(part(300, 500))).toEqual({ type: 'done' })
        const tooMuch = await provider.refund(part(amount, 800), async () => true)
        expect(tooMuch.type).toBe('refused')
      }
    })

    it('says so when nobody answers, and throws nothing', async () => {
      const [method] = provider.methods()
      if (!method) throw new Error('no method')
      const { payment } = await paid(method)
      await world.goAway()
      const refund = { payment, amount, refundedBefore: 0, isPartByHand: false, now: new Date() }
      const answers = [
        await provider.query(payment),
        await provider.refund(refund, async () => true),
        await provider.queryRefund(refund),
        await provider.capture(payment),
        await provider.void(payment, new Date()),
      ]
      for (const { type } of answers) expect(['unreachable', 'unknown']).toContain(type)
      const start = await provider.start(newAttempt(method))
      expect(['form', 'unreachable', 'unknown']).toContain(start.type)
    })
  })
}

function digestsOf(readings: readonly CallbackReading[]): string[] {
  return readings.flatMap((reading) => (reading.type === 'believed' ? [reading.digest] : []))
}

interface CallbackListener {
  publicUrl: string
  /** It acknowledges. */
  provider?: PaymentProvider
  received: GatewayMessage[]
  close(): Promise<void>
}

/** Takes callbacks as the shop does, and keeps them. */
async function listenForCallbacks(): Promise<CallbackListener> {
  const server = createServer(async (request, response) => {
    listener.received.push(await readMessage(request))
    const reply = listener.provider?.acknowledge()
    const { status = 200, type = 'text/plain', body } = reply ?? { status: 503, body: '' }
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listener: CallbackListener = {
    publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return listener
}

async function readMessage(request: IncomingMessage): Promise<GatewayMessage> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
  const kind = pathname.split('/').at(-1) as GatewayMessage['kind']
  return { kind, headers: request.headers, query, body: await buffer(request) }
}
