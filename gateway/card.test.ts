import { expect, it } from 'vitest'
import { testAccount } from './account.ts'
import type { CardState } from './card-trade.ts'
import { setUpGateway } from './testing/set-up-gateway.ts'
import { callGateway, control, readFields } from './testing/test-shop.ts'
import type { Trade } from './trade.ts'

const test = setUpGateway()

async function act(trade: Trade, Action: string, amount = 840, TradeNo = trade.tradeNo) {
  const { merchantTradeNo } = trade
  const response = await callGateway(test.running, '/CreditDetail/DoAction', {
    MerchantTradeNo: merchantTradeNo,
    TradeNo,
    Action,
    TotalAmount: String(amount),
  })
  return await readFields(response)
}

async function codeOf(trade: Trade, action: string, amount?: number): Promise<string | undefined> {
  return (await act(trade, action, amount)).RtnCode
}

async function query({ card }: Trade, changes = {}) {
  const response = await callGateway(test.running, '/CreditDetail/QueryTrade/V2', {
    CreditRefundId: card?.gwsr ?? '',
    CreditAmount: '840',
    CreditCheckCode: testAccount.creditCheckCode,
    ...changes,
  })
  return (await response.json()) as { RtnMsg: string; RtnValue: Record<string, unknown> }
}

/** A paid card that came to the state by the actions of the shop and the closing. */
async function cardIn(state: CardState): Promise<Trade> {
  await control(test.running, '/settings', { autoCapture: false })
  const trade = await test.tradeAfter('Credit', ['pay'])
  if (state === '已取消') await act(trade, 'N')
  if (state === '要關帳' || state === '已關帳') await act(trade, 'C')
  if (state === '已關帳') await test.moveTo('2026-11-20T20:16:00')
  expect(trade.card?.state).toBe(state)
  return trade
}

it.each<[CardState, string, number, string, CardState]>([
  ['已授權', 'C', 840, '1', '要關帳'],
  ['已授權', 'N', 840, '1', '已取消'],
  ['已授權', 'E', 840, '0', '已授權'],
  ['已授權', 'R', 840, '0', '已授權'],
  ['已授權', 'C', 800, '0', '已授權'],
  ['已授權', 'N', 800, '0', '已授權'],
  ['要關帳', 'C', 840, '0', '要關帳'],
  ['要關帳', 'N', 840, '0', '要關帳'],
  ['要關帳', 'E', 840, '1', '已授權'],
  ['要關帳', 'E', 800, '0', '要關帳'],
  ['要關帳', 'R', 840, '0', '要關帳'],
  ['要關帳', 'R', 40, '1', '要關帳'],
  ['已關帳', 'C', 840, '0', '已關帳'],
  ['已關帳', 'N', 840, '0', '已關帳'],
  ['已關帳', 'E', 840, '0', '已關帳'],
  ['已關帳', 'R', 840, '1', '已關帳'],
  ['已關帳', 'R', 40, '1', '已關帳'],
  ['已關帳', 'R', 841, '0', '已關帳'],
  ['已關帳', 'R', 0, '0', '已關帳'],
  ['已取消', 'C', 840, '0', '已取消'],
  ['已取消', 'R', 840, '0', '已取消'],
  ['已取消', 'E', 840, '0', '已取消'],
  ['已取消', 'N', 840, '0', '已取消'],
  ['已授權', 'X', 840, '0', '已授權'],
])('%s: %s of %d answers %s, then %s (GATEWAY-35)', async (state, action, amount, code, after) => {
  const trade = await cardIn(state)
  expect(await codeOf(trade, action, amount)).toBe(code)
  expect(trade.card?.state).toBe(after)
})

it('answers an action with both numbers and without a MAC (GATEWAY-35)', async () => {
  const trade = await cardIn('已授權')
  expect(await act(trade, 'R')).toEqual({
    MerchantID: '3002607',
    MerchantTradeNo: trade.merchantTradeNo,
    TradeNo: trade.tradeNo,
    RtnCode: '0',
    RtnMsg: 'error_amount_R',
  })
  expect((await act(trade, 'N', 840, '1')).RtnCode).toBe('0')
  expect(trade.card?.state).toBe('已授權')
})

it('gives back in parts and never more than the whole (GATEWAY-35)', async () => {
  const trade = await cardIn('已關帳')
  const codes: (string | undefined)[] = []
  for (const amount of [400, 400, 41, 40, 1]) codes.push(await codeOf(trade, 'R', amount))
  expect(codes).toEqual(['1', '1', '0', '1', '0'])
  expect(trade.card?.ledger.map(({ action, amount }) => `${action}${amount}`)).toEqual([
    'C840',
    'R400',
    'R400',
    'R40',
  ])
})

it('captures by itself at 20:15, and closes at the next 20:15 (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'])
  await test.moveTo('2026-11-20T20:14:00')
  expect(trade.card?.state).toBe('已授權')
  await test.moveTo('2026-11-20T20:16:00')
  expect(trade.card?.state).toBe('要關帳')
  await test.moveTo('2026-11-21T20:16:00')
  expect(trade.card?.state).toBe('已關帳')
})

it('acts on no card from 20:15 to 20:30 while it captures by itself (GATEWAY-35)', async () => {
  const [one, other] = [
    await test.tradeAfter('Credit', ['pay']),
    await test.tradeAfter('Credit', ['pay']),
  ]
  await test.moveTo('2026-11-20T20:29:00')
  expect(await codeOf(one, 'R', 40)).toBe('0')
  await test.moveTo('2026-11-20T20:31:00')
  expect(await codeOf(one, 'R', 40)).toBe('1')
  expect(await codeOf(other, 'E')).toBe('0')
  await test.moveTo('2026-11-21T05:59:00')
  expect(await codeOf(other, 'E')).toBe('0')
  await test.moveTo('2026-11-21T06:01:00')
  expect(await codeOf(other, 'E')).toBe('1')
  expect(await codeOf(other, 'N')).toBe('1')
})

it('captures within 21 days, and gives an authorisation up after 90 (GATEWAY-35)', async () => {
  const trade = await cardIn('已授權')
  await test.moveTo('2026-12-12T12:00:00')
  expect((await act(trade, 'C')).RtnMsg).toBe('error_overDate')
  await test.moveTo('2027-02-17T21:00:00')
  expect(trade.card?.state).toBe('已授權')
  await test.moveTo('2027-02-18T21:00:00')
  expect(trade.card?.state).toBe('已取消')
})

it('tells how far a card is (GATEWAY-35)', async () => {
  const trade = await cardIn('已關帳')
  await act(trade, 'R', 40)
  const { RtnMsg, RtnValue } = await query(trade)
  expect(RtnMsg).toBe('')
  expect(RtnValue).toMatchObject({
    TradeID: trade.card?.gwsr,
    amount: 840,
    clsamt: 840,
    status: '已關帳',
    close_data: [
      { status: '已關帳', amount: 840, sno: '1', datetime: '2026/11/20 20:15:00' },
      { status: '要關帳', amount: -40, sno: '2' },
    ],
  })
  await test.moveTo('2026-11-21T20:16:00')
  expect((await query(trade)).RtnValue.clsamt).toBe(800)
  expect((await query(trade, { CreditCheckCode: '0' })).RtnMsg).toBe('error_Stop')
  expect((await query(trade, { CreditRefundId: '9' })).RtnMsg).toBe('error_nopay')
  expect((await query(trade, { CreditAmount: '1' })).RtnMsg).toBe('error')
})

it('has no refund for what is not a card (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('ATM', ['issue', 'deposit'])
  expect(await codeOf(trade, 'R')).toBe('0')
})

it('acts on a card in its own back office, as the owner does there (GATEWAY-35)', async () => {
  const trade = await cardIn('已關帳')
  const refund = (amount: number) =>
    control(test.running, `/trades/${trade.merchantTradeNo}/card`, { action: 'R', amount })
  expect((await refund(800)).status).toBe(200)
  expect((await refund(41)).status).toBe(409)
  expect(trade.card?.ledger.map(({ action }) => action)).toEqual(['C', 'R'])
})
