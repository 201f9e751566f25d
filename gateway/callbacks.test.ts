import { expect, it } from 'vitest'
import { testAccount } from './account.ts'
import { isSigned } from './check-mac-value.ts'
import { actAsShopper } from './shopper-actions.ts'
import { setUpGateway } from './testing/set-up-gateway.ts'
import { control, type Received } from './testing/test-shop.ts'
import type { Method, Trade } from './trade.ts'

const test = setUpGateway()

/** The clock runs on while a test does. */
const nearNoon = expect.stringMatching(/^2026\/11\/20 12:0\d:\d\d$/)

const nothing: Received = { path: '', headers: {}, body: '', fields: {} }

const told = (name: string) => test.shop.received.map(({ fields }) => fields[name])

async function send(trade: Trade, body: object, at = 0): Promise<void> {
  const id = trade.notices[at]?.id
  await control(test.running, `/trades/${trade.merchantTradeNo}/notices/${id}`, body)
}

it('tells a paid card by a signed callback (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'])
  const [{ path, fields } = nothing] = test.shop.received
  expect(path).toBe('/notify')
  expect(fields).toEqual({
    MerchantID: '3002607',
    MerchantTradeNo: trade.merchantTradeNo,
    StoreID: '',
    RtnCode: '1',
    RtnMsg: '交易成功',
    TradeNo: trade.tradeNo,
    TradeAmt: '840',
    PaymentDate: nearNoon,
    PaymentType: 'Credit_CreditCard',
    PaymentTypeChargeFee: '23',
    TradeDate: nearNoon,
    SimulatePaid: '0',
    CustomField1: 'a+b & c',
    CustomField2: '',
    CustomField3: '',
    CustomField4: '',
    gwsr: trade.card?.gwsr,
    process_date: nearNoon,
    auth_code: trade.card?.authCode,
    amount: '840',
    eci: '5',
    card4no: '2222',
    card6no: '431195',
    CheckMacValue: expect.stringMatching(/^[0-9A-F]{64}$/),
  })
  expect(isSigned(fields, testAccount)).toBe(true)
  expect(trade.notices[0]?.isAcknowledged).toBe(true)
})

it('tells no card data unless the form asked for them (GATEWAY-35)', async () => {
  await test.tradeAfter('Credit', ['pay'], { NeedExtraPaidInfo: undefined })
  expect(told('gwsr')).toEqual([undefined])
  expect(test.shop.received.every(({ fields }) => isSigned(fields, testAccount))).toBe(true)
})

it('tells a refusal, after which the card can be tried again (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['refuse', 'leave', 'pay', 'pay', 'refuse'])
  expect(told('RtnCode')).toEqual(['10100248', '1'])
  expect(trade.stage).toBe('paid')
})

it.each<[Method, string, Record<string, RegExp>]>([
  ['ATM', '2', { BankCode: /^\d{3}$/, vAccount: /^\d{16}$/, ExpireDate: /^2026\/11\/23$/ }],
  ['CVS', '10100073', { PaymentNo: /^\w{14}$/, ExpireDate: /^2026\/11\/27 12:0\d:\d\d$/ }],
  [
    'BARCODE',
    '10100073',
    { Barcode1: /./, Barcode2: /./, Barcode3: /./, ExpireDate: /^2026\/11\/27 23:59:59$/ },
  ],
])('tells the number that was issued for %s (GATEWAY-35)', async (method, code, fields) => {
  await test.tradeAfter(method, ['issue', 'issue'])
  expect(test.shop.received.map(({ path }) => path)).toEqual(['/number'])
  expect(told('RtnCode')).toEqual([code])
  for (const [name, pattern] of Object.entries(fields)) expect(told(name)[0]).toMatch(pattern)
  expect(isSigned(test.shop.received[0]?.fields ?? {}, testAccount)).toBe(true)
})

it('tells a payment of a number at once, of a barcode two days later (GATEWAY-35)', async () => {
  await test.tradeAfter('ATM', ['issue', 'deposit'])
  const barcode = await test.tradeAfter('BARCODE', ['issue', 'deposit'])
  expect(test.shop.received.map(({ path }) => path)).toEqual(['/number', '/notify', '/number'])
  await test.moveTo('2026-11-22T11:59:00')
  expect(barcode.stage).toBe('deposited')
  await test.moveTo('2026-11-22T12:01:00')
  expect(told('MerchantTradeNo').at(-1)).toBe(barcode.merchantTradeNo)
  expect(told('RtnCode').at(-1)).toBe('1')
})

it('takes no payment of a number that has expired, and tells nobody (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('ATM', ['issue'])
  await test.moveTo('2026-11-24T00:00:00')
  expect(actAsShopper(test.gateway, trade, 'deposit')).toBe(false)
  expect(test.shop.received).toHaveLength(1)
})

it.each([
  [{ body: '"1|OK"' }],
  [{ body: '1|OK\n' }],
  [{ body: '1|ok' }],
  [{ type: 'text/html' }],
  [{ status: 503 }],
  [{ body: '0|CheckMacValue Error' }],
])('sends a callback again that was answered by %o (GATEWAY-35)', async (answer) => {
  test.shop.answer = answer
  const trade = await test.tradeAfter('Credit', ['pay'])
  expect(trade.notices[0]?.isAcknowledged).toBe(false)
  test.shop.answer = {}
  await test.moveTo('2026-11-20T12:04:00')
  expect(test.shop.received).toHaveLength(1)
  await test.moveTo('2026-11-20T12:06:00')
  expect(told('RtnMsg')).toEqual(['交易成功', 'paid'])
  await test.moveTo('2026-11-21T12:00:00')
  expect(test.shop.received).toHaveLength(2)
})

it('sends it again four times a day, and ends after three days (GATEWAY-35)', async () => {
  test.shop.answer = { status: 500 }
  const trade = await test.tradeAfter('Credit', ['pay'])
  await test.moveTo('2026-11-21T12:00:00')
  expect(test.shop.received).toHaveLength(1 + 4)
  expect(trade.notices[0]?.isGivenUp).toBe(false)
  await test.moveTo('2026-12-20T12:00:00')
  expect(test.shop.received).toHaveLength(1 + 4 + 4 + 4)
  expect(trade.notices[0]?.isGivenUp).toBe(true)
})

it('sends callbacks late and out of order (GATEWAY-35)', async () => {
  const trade = await test.openTrade('ATM')
  await control(test.running, `/trades/${trade.merchantTradeNo}/settings`, { holdsNotices: true })
  for (const action of ['issue', 'deposit'] as const) actAsShopper(test.gateway, trade, action)
  await test.moveTo('2026-11-20T18:00:00')
  expect(test.shop.received).toEqual([])
  await send(trade, {}, 1)
  await send(trade, {}, 0)
  expect(told('RtnCode')).toEqual(['1', '2'])
})

it('sends a callback twice at once (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'])
  await send(trade, { times: 2 })
  expect(told('TradeNo')).toEqual([trade.tradeNo, trade.tradeNo, trade.tradeNo])
})

it('sends a callback with a wrong MAC, or another amount (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'])
  await send(trade, { variant: 'wrong-mac' })
  await send(trade, { variant: 'other-amount' })
  expect(told('TradeAmt')).toEqual(['840', '840', '841'])
  const areSigned = test.shop.received.map(({ fields }) => isSigned(fields, testAccount))
  expect(areSigned).toEqual([true, false, true])
})

it('sends a callback with values that are not escaped (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'], { CustomField1: 'a+b=c & 100%' })
  await send(trade, { variant: 'unescaped' })
  const [, { body, fields } = nothing] = test.shop.received
  expect(body).toMatch(/TradeDate=2026\/11\/20 12:0\d/)
  expect(fields.CustomField1).toBe('a+b=c & 100%')
  expect(isSigned(fields, testAccount)).toBe(true)
})

it('sends a simulated payment, which is none (GATEWAY-35)', async () => {
  const trade = await test.openTrade('Credit')
  await control(test.running, `/trades/${trade.merchantTradeNo}/simulate`, {})
  await test.gateway.notifier.idle()
  expect(told('SimulatePaid')).toEqual(['1'])
  expect(told('RtnCode')).toEqual(['1'])
  expect(trade.stage).toBe('open')
})

it('calls no other machine (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'], {
    ReturnURL: 'https://shop.example/notify',
  })
  const [delivery] = trade.notices[0]?.deliveries ?? []
  expect(delivery).toMatchObject({ status: 0, answer: '測試金流只通知本機的網址' })
})
