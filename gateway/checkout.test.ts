import { expect, it } from 'vitest'
import { setUpGateway } from './testing/set-up-gateway.ts'
import { postForm } from './testing/test-shop.ts'
import { type Method, methods } from './trade.ts'

const test = setUpGateway()

async function create(method: Method, changes = {}): Promise<{ status: number; page: string }> {
  const form = test.shop.form(method, changes)
  const response = await postForm(test.url('/Cashier/AioCheckOut/V5'), form)
  return { status: response.status, page: await response.text() }
}

it.each(methods)('shows a page for the form of %s (GATEWAY-35)', async (method) => {
  const { status, page } = await create(method)
  expect(status).toBe(200)
  expect(page).toContain('測試金流，不會實際扣款')
  expect(page).toContain('NT$840')
  expect(page).toContain('<li>木砧板 x 1</li>')
})

it.each<[reason: string, method: Method, changes: Record<string, string | undefined>]>([
  ['MerchantID：', 'Credit', { MerchantID: '2000132' }],
  ['MerchantTradeNo：', 'Credit', { MerchantTradeNo: '123456789012345678901' }],
  ['MerchantTradeNo：', 'Credit', { MerchantTradeNo: 'A-1' }],
  ['MerchantTradeDate：', 'Credit', { MerchantTradeDate: '2026-11-20 12:00:00' }],
  ['MerchantTradeDate：', 'Credit', { MerchantTradeDate: '2026/02/30 12:00:00' }],
  ['PaymentType：', 'Credit', { PaymentType: 'AIO' }],
  ['TotalAmount：', 'Credit', { TotalAmount: '0' }],
  ['TotalAmount：', 'Credit', { TotalAmount: '1e3' }],
  ['TotalAmount：', 'Credit', { TotalAmount: '99.5' }],
  ['TradeDesc：', 'Credit', { TradeDesc: '團'.repeat(101) }],
  ['TradeDesc：', 'Credit', { TradeDesc: undefined }],
  ['ItemName：', 'Credit', { ItemName: '杯'.repeat(201) }],
  ['ItemName：', 'Credit', { ItemName: '<b>杯</b>' }],
  ['ItemName：', 'Credit', { ItemName: '杯 100%' }],
  ['ReturnURL：', 'Credit', { ReturnURL: 'https://shop.example:3000/notify' }],
  ['ReturnURL：', 'Credit', { ReturnURL: 'https://商店.example/notify' }],
  ['ReturnURL：', 'Credit', { ReturnURL: `https://shop.example/${'a'.repeat(200)}` }],
  ['ChoosePayment：', 'Credit', { ChoosePayment: 'ALL' }],
  ['NeedExtraPaidInfo：', 'Credit', { NeedExtraPaidInfo: 'yes' }],
  ['EncryptType：', 'Credit', { EncryptType: '0' }],
  ['CustomField1：', 'Credit', { CustomField1: 'a'.repeat(51) }],
  ['ClientBackURL：', 'Credit', { ClientBackURL: 'javascript:alert(1)' }],
  ['PaymentInfoURL：', 'Credit', { PaymentInfoURL: 'https://shop.example/number' }],
  ['UnionPay：', 'Credit', { UnionPay: '1' }],
  ['OrderResultURL：', 'ATM', { OrderResultURL: 'https://shop.example/return' }],
  ['ExpireDate：', 'ATM', { ExpireDate: '61' }],
  ['StoreExpireDate：', 'CVS', { StoreExpireDate: '43201' }],
  ['StoreExpireDate：', 'BARCODE', { StoreExpireDate: '31' }],
  ['Unknown：', 'Credit', { Unknown: '' }],
])('refuses a form: %s %s %o (GATEWAY-35)', async (reason, method, changes) => {
  const { status, page } = await create(method, changes)
  expect(status).toBe(400)
  expect(page).toContain(`<li>${reason}`)
  expect(test.gateway.trades.list()).toEqual([])
})

it('refuses a result address that is the address of the callback (GATEWAY-35)', async () => {
  const { page } = await create('Credit', { OrderResultURL: `${test.shop.address}/notify` })
  expect(page).toContain('OrderResultURL：不可與 ReturnURL 相同')
})

it.each<[Method, number, number]>([
  ['Credit', 5, 199_999],
  ['ATM', 11, 49_999],
  ['CVS', 33, 6_000],
  ['BARCODE', 17, 20_000],
])('keeps %s between NT$%d and NT$%d (GATEWAY-35)', async (method, from, to) => {
  const amounts = [from - 1, from, to, to + 1]
  const pages: string[] = []
  for (const amount of amounts) {
    pages.push((await create(method, { TotalAmount: String(amount) })).page)
  }
  expect(pages.map((page) => page.includes('5100070'))).toEqual([true, false, false, true])
})

it('refuses a trade number that an unfinished attempt has used up (GATEWAY-35)', async () => {
  const { merchantTradeNo } = await test.openTrade('Credit')
  const again = await create('ATM', { MerchantTradeNo: merchantTradeNo })
  expect(again.status).toBe(400)
  expect(again.page).toContain('訂單編號已使用過')
})

it('refuses a wrong CheckMacValue and leaves the number free (GATEWAY-35)', async () => {
  const form = test.shop.form('Credit')
  const address = test.url('/Cashier/AioCheckOut/V5')
  const forged = await postForm(address, { ...form, TotalAmount: '5' })
  expect(forged.status).toBe(400)
  expect(await forged.text()).toContain('CheckMacValue Error')
  expect((await postForm(address, form)).status).toBe(200)
})

it('refuses a form that names a field twice (GATEWAY-35)', async () => {
  const body = new URLSearchParams(test.shop.form('Credit'))
  body.append('TotalAmount', '5')
  const response = await fetch(test.url('/Cashier/AioCheckOut/V5'), { method: 'POST', body })
  expect(response.status).toBe(400)
})

it('refuses a body that is no form (GATEWAY-35)', async () => {
  const response = await fetch(test.url('/Cashier/AioCheckOut/V5'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(test.shop.form('Credit')),
  })
  expect(response.status).toBe(415)
})

it('shows names as text, and lets no page frame it (GATEWAY-35)', async () => {
  const { merchantTradeNo } = await test.openTrade('Credit', { CustomField1: '<b>"\'&' })
  const response = await fetch(test.url(`/checkout/${merchantTradeNo}`))
  expect(response.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  const missing = await fetch(test.url('/checkout/%3Cb%3E'))
  expect(missing.status).toBe(404)
  expect(await missing.text()).toContain('查無交易 &lt;b&gt;')
})
