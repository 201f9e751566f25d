import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../../../gateway/faults.ts'
import { defaultSettings } from '../../../../../gateway/settings.ts'
import { type RunningGateway, startGateway } from '../../../../../gateway/start-gateway.ts'
import { publishedInvoices } from '../../../config-invoices.ts'
import { httpLimits } from '../../../ecpay/ecpay-http.ts'
import { createTradeNumber } from '../../../ecpay/trade-number.ts'
import {
  type GatewayAnswer,
  openGatewayStandIn,
} from '../../../testing/doubles/gateway-stand-in.ts'
import type { NewInvoice } from '../invoice-provider.ts'
import { createEcpayInvoices } from './ecpay-invoices.ts'
import { openData, sealData } from './invoice-cipher.ts'

const keys = {
  hashKey: publishedInvoices.ECPAY_INVOICE_HASH_KEY,
  hashIv: publishedInvoices.ECPAY_INVOICE_HASH_IV,
}
const merchantId = publishedInvoices.ECPAY_INVOICE_MERCHANT_ID
/** For what is never answered in time. */
const soon = { ...httpLimits, timeoutMs: 500 }

let running: RunningGateway
beforeAll(async () => {
  running = await startGateway()
})
beforeEach(() => {
  Object.assign(running.gateway.settings, defaultSettings)
})
afterAll(() => running.close())

const client = ({ url = running.address, limits = httpLimits, now = Date.now } = {}) =>
  createEcpayInvoices({ ...keys, merchantId, isTrial: true, url }, { limits, now })

const newInvoice = (changes: Partial<NewInvoice> = {}): NewInvoice => ({
  number: createTradeNumber(),
  choice: { kind: 'person', carrier: 'member' },
  buyer: { address: '', email: 'ming@shop.example', phone: '0912-345-678' },
  amount: 840,
  lines: [{ title: '青瓷杯', qty: 3, unit: '', amount: 840, taxType: 'taxed' }],
  ...changes,
})

const sent = async (invoice: NewInvoice) => {
  const answer = await client().issue(invoice)
  if (answer.type !== 'issued') throw new Error(JSON.stringify(answer))
  return running.gateway.invoices.find(invoice.number)?.form
}

it.each<[value: object, data: string]>([
  [
    { MerchantID: '2000132', BarCode: '/1234567' },
    'XeEOdHpTRvxKEqs/JD9RSd16s7VtpyWVCN6AV44pKTW3DVa6yI7vKmjBRp2eulDhXoru/qBqFDBH3fEqlkMn3bbJfJBfGAq+v+SvttutYnc=',
  ],
  [
    { BarCode: '/1234567', MerchantID: '2000132' },
    'r0JSyF9wVmywUav725b3rdJs3xp/ekrC/7PGb18zhKyXkPsamV9l4rPnBkaaraPcHtMSwrmSPP3wuS7b8g/aAKGs0iGiknpgpbdXKXvFrYM=',
  ],
  [
    { Name: "test!*'()~value" },
    'uvI4yrErM37XNQkXGAgRgBuDOiJoVs72Xn/rum9Ejl1DSna4HyLSoY7764PmhTR7JXb9jJWLSjCGcZEDeFiABg==',
  ],
])('data are encrypted as published: %j', (value, data) => {
  expect(sealData(value, keys)).toBe(data)
  expect(openData(data, keys)).toEqual(value)
})

it('data of other keys, and what is none, are not opened', () => {
  const others = { hashKey: 'pwFHCqoQZGmho4w6', hashIv: 'EkRm7iFT261dpevs' }
  for (const sealed of [sealData({ a: 1 }, others), sealData([1], keys), '', 'AAAA', '%', '中文']) {
    expect(openData(sealed, keys)).toBeUndefined()
  }
})

it('a choice becomes printing, carrier and donation, with no more of the shopper than is needed (INV-E-01)', async () => {
  const carrier = { kind: 'person', carrier: 'mobile', carrierNumber: '/ABC+123' } as const
  const plain = { Print: '0', Donation: '0', TaxType: '1', InvType: '07', vat: '1' }
  const member = await sent(newInvoice())
  expect(member).toMatchObject({ ...plain, CarrierType: '1', CustomerEmail: 'ming@shop.example' })
  expect(Object.keys(member ?? {})).not.toContain('CustomerPhone')
  expect(Object.keys(member ?? {})).not.toContain('CustomerName')
  const onBarcode = { ...plain, CarrierType: '3', CarrierNum: '/ABC+123' }
  expect(await sent(newInvoice({ choice: carrier }))).toMatchObject(onBarcode)
  const company = { kind: 'company', taxId: '04595257', title: '小農有限公司' } as const
  const buyer = { address: '臺北市南港區三重路19之2號', email: '', phone: '0912-345-678' }
  expect(await sent(newInvoice({ choice: company, buyer }))).toMatchObject({
    ...plain,
    Print: '1',
    CarrierType: '',
    CustomerIdentifier: '04595257',
    CustomerName: '小農有限公司',
    CustomerAddr: buyer.address,
    CustomerPhone: '0912345678',
  })
  const stored = newInvoice({ choice: { ...company, mobileBarcode: '/ABC+123' } })
  expect(await sent(stored)).toMatchObject({ ...onBarcode, CustomerIdentifier: '04595257' })
  const donation = newInvoice({ choice: { kind: 'donation', loveCode: '0123' } })
  expect(await sent(donation)).toMatchObject({ ...plain, Donation: '1', LoveCode: '0123' })
})

it('texts are cut to what ECPay takes, and prices are told with seven decimals (INV-E-02)', async () => {
  const title = '字'.repeat(501)
  const lines = [{ title, qty: 7, unit: '一二三四五六七', amount: 840, taxType: 'free' as const }]
  const form = await sent(newInvoice({ lines }))
  expect(form).toMatchObject({ TaxType: '3', SpecialTaxType: 8 })
  expect(form?.Items).toMatchObject([
    {
      ItemName: '字'.repeat(500),
      ItemWord: '一二三四五六',
      ItemPrice: 120,
      ItemAmount: 840,
      ItemTaxType: '3',
    },
  ])
  const cheaper = newInvoice().lines.map((line) => ({ ...line, amount: 100 }))
  const odd = await sent(newInvoice({ amount: 100, lines: cheaper }))
  expect(odd?.Items).toMatchObject([{ ItemPrice: 33.3333333, ItemWord: '件' }])
})

it('a clock that is wrong, here or there, and keys that are wrong are told apart from a refused invoice', async () => {
  const slow = client({ now: () => Date.now() - 11 * 60_000 })
  expect(await slow.issue(newInvoice())).toMatchObject({ type: 'refused', cause: 'clock' })
  running.gateway.settings.invoiceFault = 'clock'
  expect(await client().issue(newInvoice())).toMatchObject({ type: 'refused', cause: 'clock' })
  running.gateway.settings.invoiceFault = 'none'
  for (const changes of [{ hashKey: 'pwFHCqoQZGmho4w6' }, { merchantId: '3002607' }]) {
    const account = { ...keys, merchantId, isTrial: true, url: running.address, ...changes }
    const answer = await createEcpayInvoices(account).issue(newInvoice())
    expect(answer).toMatchObject({ type: 'refused', cause: 'account' })
  }
})

describe('each fault of the wire is an answer, and there is one invoice afterwards', () => {
  it.each<[Fault, type: string]>([
    ['forbidden', 'stopped'],
    ['error', 'unknown'],
    ['html', 'unknown'],
    ['empty', 'unknown'],
    ['huge', 'unknown'],
    ['silent', 'unknown'],
    ['slow', 'unknown'],
    ['lost', 'unknown'],
    ['clock', 'refused'],
    ['wrong-mac', 'unknown'],
  ])('%s', async (fault, type) => {
    const asked = newInvoice()
    running.gateway.settings.invoiceFault = fault
    const limits = fault === 'silent' || fault === 'slow' ? soon : httpLimits
    expect((await client({ limits }).issue(asked)).type).toBe(type)
    running.gateway.settings.invoiceFault = 'none'
    const found = await client().find(asked)
    if (found.type === 'none') expect((await client().issue(asked)).type).toBe('issued')
    expect((await client().find(asked)).type).toBe('found')
    const { number } = asked
    const same = running.gateway.invoices.list().filter((one) => one.relateNumber === number)
    expect(same).toHaveLength(1)
  })

  it.each<[Fault, string]>([
    ['wrong-mac', 'data of other keys'],
    ['other-number', 'another invoice'],
    ['other-amount', 'another amount'],
  ])('an answer to a question that is not believed: %s', async (fault, reason) => {
    const asked = newInvoice()
    await client().issue(asked)
    running.gateway.settings.invoiceFault = fault
    expect(await client().find(asked)).toEqual({ type: 'unknown', reason })
  })
})

describe('an answer that is none is unknown', () => {
  const answer = (data: unknown, changes: object = {}) =>
    JSON.stringify({ MerchantID: merchantId, TransCode: 1, Data: data, ...changes })
  const sealed = (data: object) => answer(sealData({ RtnCode: 1, ...data }, keys))
  const time = '2026-11-20 12:00:00'

  it.each<[body: string]>([
    ['null'],
    ['[]'],
    ['1|OK'],
    [answer('')],
    [answer(null)],
    [answer(sealData({ RtnCode: 1 }, keys), { MerchantID: '3002607' })],
    [answer('', { TransCode: 999 })],
    [sealed({ RtnCode: '1' })],
    [sealed({})],
    [sealed({ InvoiceNo: 'AB1234567', InvoiceDate: time, RandomNumber: '1234' })],
    [sealed({ InvoiceNo: 'AB12345678', InvoiceDate: 'now', RandomNumber: '1234' })],
    [sealed({ InvoiceNo: 'AB12345678', InvoiceDate: time, RandomNumber: '12' })],
    [sealed({ AllowanceInfo: {}, InvoiceInfo: {} })],
    [sealed({ AllowanceInfo: [null], InvoiceInfo: [null] })],
    [sealed({ AllowanceInfo: [{ IA_Invoice_No: 'ZZ00000000' }], InvoiceInfo: [{}] })],
  ])('%s', async (body) => {
    const reply: GatewayAnswer = () => ({ body })
    const standIn = await openGatewayStandIn(reply)
    const invoice = { invoiceNumber: 'AB12345678', issuedAt: new Date(), randomNumber: '1234' }
    const { lines } = newInvoice()
    const provider = client({ url: standIn.url })
    const answers = [
      await provider.issue(newInvoice()),
      await provider.find(newInvoice()),
      await provider.allow({ invoice, amount: 840, lines, email: '' }),
      await provider.listAllowances(invoice),
      await provider.numbersLeft(new Date()),
      await provider.checkMobileBarcode('/ABC+123'),
    ]
    expect(answers.map(({ type }) => type)).toEqual(answers.map(() => 'unknown'))
    await standIn.close()
  })
})
