import { expect, it } from 'vitest'
import { testAccount } from './account.ts'
import { isSigned } from './check-mac-value.ts'
import { setUpGateway } from './testing/set-up-gateway.ts'
import { callGateway, postForm, readFields } from './testing/test-shop.ts'
import type { Trade } from './trade.ts'

const test = setUpGateway()
const path = '/Cashier/QueryTradeInfo/V5'

const seconds = (ago = 0) => String(Math.floor(Date.now() / 1000) - ago)

function query(merchantTradeNo: string, TimeStamp = seconds()): Promise<Response> {
  return callGateway(test.running, path, { MerchantTradeNo: merchantTradeNo, TimeStamp })
}

async function statusOf({ merchantTradeNo }: Trade): Promise<string | undefined> {
  return (await readFields(await query(merchantTradeNo))).TradeStatus
}

it('answers a query for a paid trade, signed (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('Credit', ['pay'])
  const fields = await readFields(await query(trade.merchantTradeNo))
  expect(fields).toMatchObject({
    MerchantTradeNo: trade.merchantTradeNo,
    TradeNo: trade.tradeNo,
    TradeAmt: '840',
    PaymentType: 'Credit_CreditCard',
    HandlingCharge: '23',
    TradeStatus: '1',
    ItemName: '青瓷杯 x 2#木砧板 x 1',
    CustomField1: 'a+b & c',
    CustomField4: '',
  })
  expect(fields.PaymentDate).toMatch(/^2026\/11\/20 12:0\d:\d\d$/)
  expect(isSigned(fields, testAccount)).toBe(true)
})

it('tells how far a trade is (GATEWAY-35)', async () => {
  expect(await statusOf(await test.openTrade('Credit'))).toBe('0')
  expect(await statusOf(await test.tradeAfter('Credit', ['refuse']))).toBe('0')
  expect(await statusOf(await test.tradeAfter('Credit', ['leave']))).toBe('10200095')
  expect(await statusOf(await test.tradeAfter('ATM', ['issue']))).toBe('0')
  expect(await statusOf(await test.tradeAfter('ATM', ['issue', 'deposit']))).toBe('1')
  expect(await statusOf(await test.tradeAfter('BARCODE', ['issue', 'deposit']))).toBe('0')
  const unknown = await readFields(await query('NOSUCHTRADE'))
  expect(unknown.TradeStatus).toBe('10200047')
  expect(isSigned(unknown, testAccount)).toBe(true)
})

it('refuses a query that is not signed, or older than three minutes (GATEWAY-35)', async () => {
  const { merchantTradeNo } = await test.openTrade('Credit')
  const forged = await postForm(test.url(path), {
    MerchantID: testAccount.merchantId,
    MerchantTradeNo: merchantTradeNo,
    TimeStamp: seconds(),
    CheckMacValue: '0'.repeat(64),
  })
  expect(await forged.text()).toBe('0|CheckMacValue Error')
  for (const timeStamp of [seconds(240), seconds(-240), '', 'now']) {
    const old = await query(merchantTradeNo, timeStamp)
    expect(await old.text()).toBe('0|TimeStamp Error')
  }
})

it('tells an issued number while it is not paid (GATEWAY-35)', async () => {
  const trade = await test.tradeAfter('ATM', ['issue'])
  const ask = () =>
    callGateway(test.running, '/Cashier/QueryPaymentInfo', {
      MerchantTradeNo: trade.merchantTradeNo,
      TimeStamp: seconds(),
    })
  const fields = await readFields(await ask())
  expect(fields).toMatchObject({ RtnCode: '2', ...trade.number?.fields })
  expect(isSigned(fields, testAccount)).toBe(true)
  await test.gateway.clock.moveTo(new Date('2026-11-21T12:00:00+08:00'))
  await postForm(test.url(`/checkout/${trade.merchantTradeNo}`), { action: 'deposit' })
  expect(await (await ask()).text()).toBe('0|No Payment Info')
})
