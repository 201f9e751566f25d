import { describe, expect, it } from 'vitest'
import { createEcpayProvider } from './ecpay/ecpay-provider.ts'
import { testAccount } from './ecpay/test-account.ts'
import { demonstrationProvider } from './immediate-providers.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** Every call fails as a gateway that cannot be reached does. */
const away = async () => ({ type: 'unreachable', reason: 'ECONNREFUSED' }) as const
const ecpay = createEcpayProvider(testAccount, { queryTrade: away, queryCard: away, act: away })

const startedAt = new Date('2026-11-22T04:00:00Z')
const dueAt = new Date('2026-11-25T15:59:59Z')
const attempt = { id: 'attempt', orderId: '-OrderOfTwentySigns_', amount: 2_000, tradeNo: 'TRADE1' }
const payment = { gatewayTradeNo: '2611220000000001', authorisation: '11943076' }
const outcomes = ['done', 'refused', 'unreachable', 'unknown', 'stopped', 'put_off', 'not_happened']

describe.each<PaymentProvider>([demonstrationProvider, ecpay])(
  'the provider $name (GATEWAY-01)',
  (provider) => {
    const methods = provider.methods()

    it('has methods that each say what they can', () => {
      expect(methods.length).toBeGreaterThan(0)
      for (const method of methods) {
        expect(method).toMatchObject({
          method: expect.stringMatching(/^[a-z]+$/),
          authorises: expect.any(Boolean),
          refunds: expect.any(Boolean),
        })
        expect(method.min).toBeLessThan(method.max)
        const expiry = method.expiresAt({ startedAt, dueAt })
        if (expiry) expect(expiry.getTime()).toBeGreaterThan(startedAt.getTime())
        else expect(provider.decidesAtOnce).toBe(true)
      }
    })

    it.each(methods)('starts an attempt by $method, decided or with a form', async ({ method }) => {
      const result = await provider.start({ ...attempt, method, startedAt, items: [] })
      expect(result.type).toBe(provider.decidesAtOnce ? 'decided' : 'form')
    })

    it('believes no callback and no return that is not signed', async () => {
      for (const raw of ['', 'RtnCode=1&TradeAmt=2000', '{}', '\0']) {
        const message = { headers: {}, query: new URLSearchParams(), body: Buffer.from(raw) }
        for (const kind of ['notify', 'number'] as const) {
          expect((await provider.readCallback({ ...message, kind })).type).toBe('refused')
        }
        expect(provider.readReturn({ ...message, kind: 'return' })).toBeUndefined()
      }
    })

    it.each(methods)('gives an outcome, and throws nothing, for $method', async ({ method }) => {
      const paid = { ...attempt, ...payment, method }
      const amounts = { amount: 2_000, refundedBefore: 0, isPartByHand: false }
      const refund = { payment: paid, ...amounts, now: startedAt }
      expect(['paid', 'unpaid', ...outcomes]).toContain((await provider.query(paid)).type)
      expect(outcomes).toContain((await provider.refund(refund, async () => true)).type)
      expect(outcomes).toContain((await provider.queryRefund(refund)).type)
      expect(outcomes).toContain((await provider.capture(paid)).type)
      expect(outcomes).toContain((await provider.void(paid, startedAt)).type)
    })
  },
)

describe('the methods of ECPay', () => {
  const expiryOf = (name: string, due?: Date) => {
    const method = ecpay.methods().find((one) => one.method === name)
    return method?.expiresAt({ startedAt, ...(due && { dueAt: due }) })?.toISOString()
  }

  it('each have their time (ORDERLIFE-14, ORDERLIFE-15)', () => {
    expect(expiryOf('card')).toBe('2026-11-22T04:40:00.000Z')
    expect(expiryOf('atm')).toBeUndefined()
    expect(expiryOf('atm', dueAt)).toBe('2026-11-25T16:59:59.000Z')
    expect(expiryOf('cvs', dueAt)).toBe('2026-11-25T16:59:59.000Z')
    expect(expiryOf('barcode', dueAt)).toBe('2026-11-28T15:59:59.000Z')
  })
})
