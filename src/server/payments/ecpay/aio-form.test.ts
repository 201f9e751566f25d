import { describe, expect, it } from 'vitest'
import { type GatewayMethod, gatewayMethods } from '#contract/payments.ts'
import { hasValidMac } from '../../ecpay/check-mac-value.ts'
import { createAioForm, readSignedOrderId, toItemName } from './aio-form.ts'
import { numberTimes } from './number-times.ts'
import { testAccount as account } from './test-account.ts'

const orderId = '-OrderOfTwentySigns_'
// 23:30 of the day before in UTC.
const startedAt = new Date('2026-11-21T23:30:05.999Z')

function formOf(method: GatewayMethod, dueBy?: string) {
  const attempt = {
    orderId,
    tradeNo: '0MH1ABCDEFGHIJKLMNOP',
    method,
    amount: 2_000,
    startedAt,
    items: [{ title: '手感馬克杯', qty: 2 }],
    ...(dueBy && { dueBy: new Date(dueBy) }),
  }
  return createAioForm(account, attempt, 'https://shop.example')
}

const common = {
  MerchantID: '3002607',
  MerchantTradeNo: '0MH1ABCDEFGHIJKLMNOP',
  MerchantTradeDate: '2026/11/22 07:30:05',
  PaymentType: 'aio',
  TotalAmount: '2000',
  TradeDesc: 'MinMin 團購訂單',
  ItemName: '手感馬克杯 x2',
  ReturnURL: 'https://shop.example/v2/gateway/ecpay/notify',
  NeedExtraPaidInfo: 'Y',
  EncryptType: '1',
  CustomField1: expect.stringMatching(/^-OrderOfTwentySigns_\.[0-9a-f]{28}$/),
  ClientBackURL: 'https://shop.example/#/main/order',
  CheckMacValue: expect.stringMatching(/^[0-9A-F]{64}$/),
}
const PaymentInfoURL = 'https://shop.example/v2/gateway/ecpay/number'
const own: Record<GatewayMethod, object> = {
  card: {
    ChoosePayment: 'Credit',
    OrderResultURL: 'https://shop.example/v2/gateway/ecpay/return',
    UnionPay: '2',
  },
  atm: { ChoosePayment: 'ATM', PaymentInfoURL, ExpireDate: '3' },
  cvs: { ChoosePayment: 'CVS', PaymentInfoURL, StoreExpireDate: '4320' },
  barcode: { ChoosePayment: 'BARCODE', PaymentInfoURL, StoreExpireDate: '3' },
}

describe('the form of the checkout page', () => {
  it.each(gatewayMethods)('has exactly the fields of %s, signed (GATEWAY-11)', (method) => {
    const { action, fields } = formOf(method)
    expect(action).toBe('https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5')
    expect(fields).toEqual({ ...common, ...own[method] })
    expect(hasValidMac(fields, account)).toBe(true)
    for (const [name, value] of Object.entries(fields)) {
      if (!name.endsWith('URL')) continue
      expect(value.length).toBeLessThanOrEqual(200)
      expect(new URL(value).search).toBe('')
    }
  })

  it.each([
    ['atm', '2026-11-25T23:59:59+08:00', '3', true],
    ['atm', '2026-11-29T23:59:59+08:00', '3', true],
    ['atm', '2026-11-24T23:59:58+08:00', '1', true],
    ['barcode', '2026-11-23T23:59:58+08:00', '1', false],
    ['cvs', '2026-11-22T08:30:05+08:00', '59', true],
    ['cvs', '2026-11-22T08:00:04+08:00', '29', false],
    ['cvs', '2026-11-21T08:00:04+08:00', '1', false],
  ] as const)(
    'asks for a number of %s that is over by %s (MEND-16)',
    (method, dueBy, time, fits) => {
      const { ExpireDate, StoreExpireDate } = formOf(method, dueBy).fields
      expect(ExpireDate ?? StoreExpireDate).toBe(time)
      expect(numberTimes(method).fits(startedAt, new Date(dueBy))).toBe(fits)
    },
  )

  it('carries the order, which is believed with its MAC alone (GATEWAY-25)', () => {
    const field = formOf('card').fields.CustomField1 ?? ''
    expect(field.length).toBeLessThanOrEqual(50)
    expect(readSignedOrderId(account, field)).toBe(orderId)
    for (const forged of [
      '',
      orderId,
      `${field}0`,
      field.replace('Order', 'order'),
      'é'.repeat(49),
    ]) {
      expect(readSignedOrderId(account, forged)).toBeUndefined()
    }
  })
})

describe('the name of the items', () => {
  const nameOf = (...titles: string[]) => toItemName(titles.map((title) => ({ title, qty: 1 })))

  it('joins titles with quantities, and has no sign that ECPay refuses (GATEWAY-12)', () => {
    expect(
      toItemName([
        { title: '茶', qty: 3 },
        { title: 'Mug (L) 1.5-L', qty: 10 },
      ]),
    ).toBe('茶 x3#Mug (L) 1.5-L x10')
    expect(nameOf('<b>A&B</b>#C|"D"')).toBe('b A B b C D x1')
    expect(nameOf('🍵☕️', '👩‍👩‍👧')).toBe('商品 x1#商品 x1')
  })

  it('is cut to 200 whole characters (GATEWAY-12)', () => {
    const name = nameOf('𠮷'.repeat(300))
    expect(name).toBe('𠮷'.repeat(200))
    expect(name.isWellFormed()).toBe(true)
  })
})
