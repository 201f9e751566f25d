import { expect, it } from 'vitest'
import type { RefundState } from '#contract/order-life.ts'
import { nextRefundState, refundEvents, refundTransitions } from './refund-states.ts'

const table: Record<RefundState, string> = {
  queued: 'sent manual = x x failed failed = manual x x dropped x x',
  sent: '= x x done queued failed = x x x x x done failed',
  failed: 'x x x x x = = queued manual x dropped x x x',
  manual: 'x = x x x x x x = done x x x x',
  dropped: 'x x x x x = = x x x = = x x',
  done: 'x x x = x x x x x = x x = x',
}

it('(ORDERLIFE-01) the states of a refund lead where the table says, for every pair', () => {
  for (const state of Object.keys(refundTransitions) as RefundState[]) {
    const actual = refundEvents.map((event) => {
      try {
        const next = nextRefundState(state, event)
        return next === state ? '=' : next
      } catch {
        return 'x'
      }
    })
    expect([state, actual.join(' ')]).toEqual([state, table[state]])
  }
})
