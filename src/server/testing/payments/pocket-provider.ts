import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { GatewayFailure } from '../../ecpay/ecpay-http.ts'
import type {
  ActionResult,
  CallbackReading,
  GatewayMessage,
  PaidAttempt,
  PaymentMethod,
  PaymentProvider,
  RefundOrder,
  RefundResult,
} from '../../payments/payment-provider.ts'

export interface PocketOptions {
  url: string
  secret: string
  /** The shop's own address. */
  publicUrl: string
  isTrial?: boolean
}

interface Answer {
  code?: string
  order?: string
  web?: string
  app?: string
  state?: string
  amount?: number
  returned?: number
}
type Reply = { type: 'answer'; answer: Answer } | GatewayFailure

const name = 'pocket'
const minuteMs = 60_000
const common = { min: 1, max: 100_000, refunds: true }
const expiresAt: PaymentMethod['expiresAt'] = ({ startedAt }) =>
  new Date(startedAt.getTime() + 20 * minuteMs)

const methods: PaymentMethod[] = [
  { ...common, method: 'wallet', authorises: false, expiresAt },
  { ...common, method: 'card', authorises: true, authorisationDays: 7, expiresAt },
]

/** The provider of a gateway that tests start (`pocket-gateway.ts`). */
export function createPocketProvider({
  url,
  secret,
  publicUrl,
  isTrial = true,
}: PocketOptions): PaymentProvider {
  const signatureOf = (path: string, body: string) =>
    createHmac('sha256', secret).update(`${path}\n${body}`).digest('hex')

  async function call(path: string, fields: object): Promise<Reply> {
    const body = JSON.stringify(fields)
    const headers = { 'x-pocket-signature': signatureOf(path, body) }
    try {
      const signal = AbortSignal.timeout(10_000)
      const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body, signal })
      if (reply.status === 429) return { type: 'stopped' }
      return { type: 'answer', answer: (await reply.json()) as Answer }
    } catch (error) {
      const { code = 'error' } = (error as { cause?: { code?: string } }).cause ?? {}
      return { type: code === 'ECONNREFUSED' ? 'unreachable' : 'unknown', reason: code }
    }
  }

  async function act(path: string, fields: object): Promise<ActionResult> {
    const reply = await call(path, fields)
    if (reply.type !== 'answer') return reply
    const { code = '' } = reply.answer
    if (code === 'OK' || code === 'ALREADY') return { type: 'done' }
    return { type: 'refused', reason: code }
  }

  const find = ({ tradeNo: ref }: { tradeNo: string }) => call('/orders/find', { ref })
  const orderOf = ({ gatewayTradeNo: order }: PaidAttempt) => ({ order })

  async function refund(
    { payment, amount, refundedBefore }: RefundOrder,
    beforeSending: () => Promise<boolean>,
  ): Promise<RefundResult> {
    const found = await find(payment)
    if (found.type !== 'answer') {
      return found.type === 'unknown' ? { ...found, type: 'unreachable' } : found
    }
    const { state, returned = 0 } = found.answer
    const isHeld = state === 'held'
    if (isHeld && amount < payment.amount) {
      return { type: 'put_off', until: new Date(Date.now() + minuteMs), reason: '待請款後退款' }
    }
    if (!(await beforeSending())) {
      return { type: 'put_off', until: new Date(Date.now() + minuteMs), reason: '另一筆退款處理中' }
    }
    if (returned >= refundedBefore + amount) return { type: 'done' }
    if (isHeld) return act('/orders/drop', orderOf(payment))
    return act('/orders/return', { ...orderOf(payment), amount })
  }

  return {
    name,
    merchant: 'pocket-shop',
    isTrial,
    decidesAtOnce: false,
    methods: () => methods,

    async start({ orderId, tradeNo: ref, method: way, amount }) {
      const address = `${publicUrl}/v2/gateway/${name}`
      const back = `${address}/return?${new URLSearchParams({ order: orderId, ref })}`
      const reply = await call('/orders', { ref, amount, way, back, hook: `${address}/notify` })
      if (reply.type !== 'answer') return reply
      const { code = '', order: gatewayTradeNo, web, app } = reply.answer
      if (!gatewayTradeNo || !web || !app) return { type: 'refused', reason: code }
      if (way === 'card') return { type: 'address', url: web, gatewayTradeNo }
      return { type: 'app', link: app, url: web, gatewayTradeNo }
    },

    async readCallback(message) {
      return readHook(
        message,
        signatureOf(`/v2/gateway/${name}/${message.kind}`, String(message.body)),
      )
    },

    acknowledge: (refusal) => ({
      ...(refusal !== undefined && { status: 400 }),
      type: 'application/json',
      body: JSON.stringify({ got: refusal === undefined }),
    }),

    readReturn({ query }) {
      const [orderId, tradeNo] = [query.get('order'), query.get('ref')]
      return orderId && tradeNo ? { orderId, tradeNo } : undefined
    },

    async query(attempt) {
      const found = await find(attempt)
      if (found.type !== 'answer') return found
      const { state, order: gatewayTradeNo = '', amount = 0 } = found.answer
      if (amount !== attempt.amount && found.answer.code === 'OK') {
        return { type: 'unknown', reason: 'another amount' }
      }
      if (state === 'agreed') {
        const taken = await act('/orders/take', { order: gatewayTradeNo })
        if (taken.type !== 'done') return { type: 'unknown', reason: taken.type }
      }
      const isPaid = state === 'agreed' || state === 'held' || state === 'taken'
      return isPaid ? { type: 'paid', amount, gatewayTradeNo } : { type: 'unpaid' }
    },

    refund,

    async queryRefund({ payment, amount, refundedBefore }) {
      const found = await find(payment)
      if (found.type !== 'answer') return found
      const { state, returned = 0 } = found.answer
      if (state === 'dropped' || returned >= refundedBefore + amount) return { type: 'done' }
      return { type: 'not_happened' }
    },

    capture: (payment) => act('/orders/take', orderOf(payment)),

    async void(payment, now) {
      const whole = { payment, amount: payment.amount, refundedBefore: 0, isPartByHand: false, now }
      return refund(whole, async () => true)
    },
  }
}

function readHook({ headers, body }: GatewayMessage, expected: string): CallbackReading {
  const fields = readObject(body)
  const { ref, state, amount, order } = fields
  if (typeof ref !== 'string') return { type: 'refused', reason: 'no order' }
  const given = String(headers['x-pocket-signature'] ?? '')
  if (given === '') return { type: 'asked_for', tradeNo: ref }
  const isSigned =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  if (!isSigned) return { type: 'refused', reason: 'signature' }
  const digest = createHash('sha256').update(body).digest('hex')
  const isPaid = state === 'held' || state === 'taken'
  const news = isPaid
    ? { type: 'paid' as const, amount: Number(amount), gatewayTradeNo: String(order) }
    : { type: 'refused' as const, message: String(state) }
  return { type: 'believed', tradeNo: ref, news, digest }
}

function readObject(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString()))
  } catch {
    return {}
  }
}
