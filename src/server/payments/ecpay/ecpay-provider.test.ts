import { expect, it } from 'vitest'
import type { ActionResult } from '../payment-provider.ts'
import type { CardAction, EcpayClient } from './ecpay-client.ts'
import { createEcpayProvider } from './ecpay-provider.ts'
import { testAccount } from './test-account.ts'

const payment = {
  id: 'attempt',
  orderId: 'order',
  method: 'card',
  amount: 2_000,
  tradeNo: 'TRADE1',
  gatewayTradeNo: '2611220000000001',
  authorisation: '11943076',
}
const now = new Date('2026-11-22T04:00:00Z')
const refused: ActionResult = { type: 'refused', reason: 'error_status' }

/** A client whose trade has these states one after the other, and what was asked of it. */
function clientOf(
  states: string[],
  answers: ActionResult[],
  capturesAutomatically = testAccount.capturesAutomatically,
) {
  const sent: CardAction[] = []
  const client: EcpayClient = {
    queryTrade: async () => ({ type: 'unpaid' }),
    queryCard: async () => ({
      type: 'trade',
      status: states.length > 1 ? (states.shift() ?? '') : (states[0] ?? ''),
      authorisedAt: now,
      refunded: 0,
    }),
    act: async (action) => {
      sent.push(action)
      return answers.shift() ?? { type: 'done' }
    },
  }
  return { sent, provider: createEcpayProvider({ ...testAccount, capturesAutomatically }, client) }
}

const whole = { payment, amount: 2_000, refundedBefore: 0, isPartByHand: false, now }

it('a refund that a capture came before is planned anew (REFUND-04)', async () => {
  const { provider, sent } = clientOf(['已授權', '要關帳'], [refused])
  expect(await provider.refund(whole, async () => true)).toEqual({ type: 'not_happened' })
  expect(sent).toEqual(['N'])
})

it('a refund whose capture came back between its two steps is planned anew (REFUND-04)', async () => {
  for (const [after, expected] of [
    ['要關帳', { type: 'not_happened' }],
    ['已關帳', { type: 'not_happened' }],
    ['已授權', refused],
  ] as const) {
    const { provider, sent } = clientOf(['要關帳', after], [{ type: 'done' }, refused], false)
    expect(await provider.refund(whole, async () => true)).toEqual(expected)
    expect(sent).toEqual(['E', 'N'])
  }
})

it('a refund that is refused where nothing moved is refused (REFUND-10)', async () => {
  const { provider } = clientOf(['已授權'], [refused])
  expect(await provider.refund(whole, async () => true)).toEqual(refused)
})

it('a capture is done when another process has made it (GATEWAY-32)', async () => {
  const made = clientOf(['要關帳'], [])
  expect(await made.provider.capture(payment)).toEqual({ type: 'done' })
  expect(made.sent).toEqual([])
  const between = clientOf(['已授權', '要關帳'], [refused])
  expect(await between.provider.capture(payment)).toEqual({ type: 'done' })
  const never = clientOf(['已授權'], [refused])
  expect(await never.provider.capture(payment)).toEqual(refused)
})

it('an authorisation is released as far as its trade is (GATEWAY-32)', async () => {
  for (const [status, actions] of Object.entries({
    已授權: ['N'],
    已關帳: ['R'],
    已取消: [],
  })) {
    const { provider, sent } = clientOf([status], [])
    expect(await provider.void(payment, now)).toEqual({ type: 'done' })
    expect(sent).toEqual(actions)
  }
})
