import { describe, expect, it } from 'vitest'
import type { PaymentAttempt } from '#contract/payments.ts'
import { isUnsettled } from './payments.queries.ts'

const now = 1_800_000_000
const attempt = (state: PaymentAttempt['state']): PaymentAttempt => ({
  ...{ id: 'a', provider: 'ecpay', method: 'card' },
  ...{ state, amount: 2_000, created_at: now - 3_600 },
})
const judged = (state: PaymentAttempt['state'] | null, is_paid: boolean, expires_at = now + 60) =>
  isUnsettled({ ...(state && { attempt: attempt(state) }), is_paid, expires_at }, now * 1_000)

describe('whether an order is paid is not known', () => {
  it('while money came that does not count for it (GATEWAY-20)', () => {
    expect(judged('captured', false)).toBe(true)
    expect(judged('captured', true)).toBe(false)
  })

  it('past its time, as long as the gateway has not answered (GATEWAY-27)', () => {
    expect(judged('pending', false, now - 1)).toBe(true)
    expect(judged('pending', false)).toBe(false)
    for (const state of ['created', 'failed', 'expired', 'voided', null] as const) {
      expect(judged(state, false, now - 1)).toBe(false)
    }
  })
})
