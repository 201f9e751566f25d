import { describe, expect, it } from 'vitest'
import { createEcpayProvider } from './ecpay/ecpay-provider.ts'
import { testAccount } from './ecpay/test-account.ts'
import { demonstrationProvider } from './immediate-providers.ts'

const startedAt = new Date('2026-11-22T04:00:00Z')
const dueAt = new Date('2026-11-25T15:59:59Z')

describe('the demonstration (GATEWAY-01)', () => {
  const attempt = { id: 'attempt', orderId: 'order', method: 'demonstration', tradeNo: 'attempt' }
  const paid = { ...attempt, amount: 2_000, gatewayTradeNo: null, authorisation: null }

  it('decides at once, and its one method has no end', async () => {
    expect(demonstrationProvider.decidesAtOnce).toBe(true)
    const [method] = demonstrationProvider.methods()
    expect(method).toMatchObject({ method: 'demonstration', authorises: false, refunds: true })
    expect(method?.expiresAt({ startedAt, dueAt })).toBeUndefined()
    const started = await demonstrationProvider.start({ ...paid, startedAt, items: [] })
    expect(started).toMatchObject({ type: 'decided', status: 'succeeded' })
  })

  it('has no gateway that could tell it anything, and gives back what it took', async () => {
    const { readCallback, readReturn, query, refund, queryRefund, capture } = demonstrationProvider
    const message = { headers: {}, query: new URLSearchParams(), body: Buffer.from('RtnCode=1') }
    expect((await readCallback({ ...message, kind: 'notify' })).type).toBe('refused')
    expect(readReturn({ ...message, kind: 'return' })).toBeUndefined()
    expect(await query(paid)).toEqual({ type: 'unpaid' })
    const whole = { payment: paid, amount: 2_000, refundedBefore: 0, isPartByHand: false }
    expect(await refund({ ...whole, now: startedAt }, async () => true)).toEqual({ type: 'done' })
    expect(await queryRefund({ ...whole, now: startedAt })).toEqual({ type: 'done' })
    expect(await capture(paid)).toEqual({ type: 'done' })
    expect(await demonstrationProvider.void(paid, startedAt)).toEqual({ type: 'done' })
  })
})

describe('the methods of ECPay', () => {
  const ecpay = createEcpayProvider(testAccount)
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
