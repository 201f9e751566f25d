import { describe, expect, it } from 'vitest'
import { itemOf } from '../testing/invoice-client.ts'
import { setUpInvoices } from '../testing/set-up-invoices.ts'

const test = setUpInvoices()

const company = { CustomerIdentifier: '04595257', CustomerName: '小農有限公司' }
const printed = { Print: '1', CustomerName: '王大明', CustomerAddr: '臺北市南港區三重路19之2號' }
const mobile = { CarrierType: '3', CarrierNum: '/ABC+123' }
const certificate = { CarrierType: '2', CarrierNum: 'AB12345678901234' }
const card = { CarrierType: '4', CarrierNum: 'A1B2C3', CarrierNum2: '1234567890' }
const donation = { Donation: '1', LoveCode: '0123', CarrierType: '' }
const without = { CarrierType: '' }

it('issues an invoice with the next number of the period, a random number and its time', async () => {
  const first = await test.client.issue()
  const second = await test.client.issue()
  expect(first.told).toEqual({
    RtnCode: 1,
    RtnMsg: '開立發票成功',
    InvoiceNo: expect.stringMatching(/^[A-Z]{2}10000000$/),
    InvoiceDate: expect.stringMatching(/^2026-11-20 12:\d\d:\d\d$/),
    RandomNumber: expect.stringMatching(/^\d{4}$/),
  })
  expect(second.told.InvoiceNo).toBe(first.told.InvoiceNo.replace('10000000', '10000001'))
})

describe('takes each combination of the table (INV-E-01)', () => {
  it.each<[title: string, changes: object]>([
    ['donated', donation],
    ['company, printed, no carrier', { ...printed, ...company, ...without }],
    ['company, member carrier', { ...company, CarrierType: '1' }],
    ['company, certificate', { ...company, ...certificate }],
    ['company, mobile barcode, not printed', { ...company, ...mobile }],
    ['company, mobile barcode, printed', { ...printed, ...company, ...mobile }],
    ['person, member carrier', {}],
    ['person, certificate', certificate],
    ['person, mobile barcode', mobile],
    ['person, card', card],
    ['person, other card', { ...card, CarrierType: '5' }],
    ['person, paper', { ...printed, ...without }],
  ])('%s', async (_, changes) => {
    expect((await test.client.issue(changes)).told.RtnMsg).toBe('開立發票成功')
  })
})

describe('refuses each other combination (INV-E-01)', () => {
  it.each<[reason: string, changes: object]>([
    ['有統一編號時不可捐贈', { ...company, ...donation }],
    ['捐贈時不可使用載具', { ...donation, CarrierType: '1' }],
    ['捐贈時不可列印', { ...printed, ...donation }],
    ['捐贈時 LoveCode 不可為空', { ...donation, LoveCode: '' }],
    ['LoveCode：格式錯誤', { ...donation, LoveCode: '12' }],
    ['不捐贈時 LoveCode 須為空', { LoveCode: '168001' }],
    ['沒有載具且不捐贈時須列印', { ...company, ...without }],
    ['沒有載具且不捐贈時須列印', without],
    ['使用載具時不可列印', { ...printed, ...company, CarrierType: '1' }],
    ['使用載具時不可列印', { ...printed, ...company, ...certificate }],
    ['使用載具時不可列印', { ...printed, ...mobile }],
    ['有統一編號時不可使用此載具', { ...company, ...card }],
    ['CarrierNum：須為空', { CarrierNum: '/ABC+123' }],
    ['CarrierNum：格式錯誤', { ...mobile, CarrierNum: '/abc+123' }],
    ['CarrierNum：格式錯誤', { ...mobile, CarrierNum: '/ABC 123' }],
    ['CarrierNum：格式錯誤', { ...certificate, CarrierNum: 'A123456789012345' }],
    ['CarrierNum2：', { ...mobile, CarrierNum2: '1' }],
    ['CarrierNum2：', { ...card, CarrierNum2: '' }],
    ['CarrierNum：不可為空', { ...card, CarrierNum: '' }],
    ['CustomerName 與 CustomerAddr', { ...without, Print: '1' }],
    ['有統一編號時 CustomerName', { ...company, CustomerName: '', ...mobile }],
    ['檢查碼不符', { ...company, ...mobile, CustomerIdentifier: '12345678' }],
  ])('%s: %j', async (reason, changes) => {
    const { told, no } = await test.client.issue(changes)
    expect(told).toMatchObject({ InvoiceNo: '', InvoiceDate: '', RandomNumber: '' })
    expect(told.RtnMsg).toContain(reason)
    expect(test.gateway.invoices.find(no)).toBeUndefined()
  })
})

it.each<[reason: string, changes: object]>([
  ['缺少欄位 RelateNumber、Items', { RelateNumber: undefined, Items: undefined }],
  ['RelateNumber：格式錯誤', { RelateNumber: 'A-1' }],
  ['RelateNumber：不可超過 30', { RelateNumber: 'A'.repeat(31) }],
  ['RelateNumber：不可為空', { RelateNumber: '' }],
  ['CustomerPhone 與 CustomerEmail', { CustomerEmail: '' }],
  ['CustomerEmail：格式錯誤', { CustomerEmail: 'a@b.example;c@d.example' }],
  ['CustomerPhone：格式錯誤', { CustomerPhone: '0912-345-678' }],
  ['Print：只接受', { Print: 0 }],
  ['SalesAmount：', { SalesAmount: 0, Items: [itemOf(1, 'a', 0)] }],
  ['SalesAmount：', { SalesAmount: '840' }],
  ['SalesAmount：', { SalesAmount: 840.5 }],
  ['TaxType：', { TaxType: '4' }],
  ['InvType：', { InvType: '08' }],
  ['vat：', { vat: '0' }],
  ['Wish：沒有這個欄位', { Wish: 'x' }],
  ['Items：須為 1 至 999 項', { Items: [] }],
  ['Items[2]：ItemSeq', { Items: [itemOf(1, 'a', 1), itemOf(3, 'b', 1)] }],
  ['ItemName：不可為空', { Items: [itemOf(1, '', 840)] }],
  ['ItemName：不可超過 500', { Items: [itemOf(1, 'a'.repeat(501), 840)] }],
  ['ItemWord：不可超過 6', { Items: [itemOf(1, 'a', 840, { ItemWord: '1234567' })] }],
  ['ItemCount 須大於 0', { Items: [itemOf(1, 'a', 840, { ItemCount: 0 })] }],
  ['小數不可超過 7 位', { Items: [itemOf(1, 'a', 840, { ItemPrice: 840.000_000_01 })] }],
  ['ItemTaxType：須與 TaxType 相同', { Items: [itemOf(1, 'a', 840, { ItemTaxType: '3' })] }],
  ['SpecialTaxType：免稅時須為 8', { TaxType: '3' }],
  ['SpecialTaxType：須為 0', { SpecialTaxType: 8 }],
  ['ClearanceMark：', { TaxType: '2', ZeroTaxRateReason: '71' }],
  ['ZeroTaxRateReason：', { TaxType: '2', ClearanceMark: '1' }],
])('refuses an invoice: %s', async (reason, changes) => {
  const { told } = await test.client.issue(changes)
  expect(told.RtnMsg).toContain(reason)
  expect(told.RtnCode).not.toBe(1)
  expect(test.gateway.invoices.list()).toEqual([])
})

const taxed = (seq: number, amount: number) => itemOf(seq, 'a', amount, { ItemTaxType: '1' })
const free = (seq: number, amount: number) => itemOf(seq, 'b', amount, { ItemTaxType: '3' })
const zero = (seq: number, amount: number) => itemOf(seq, 'c', amount, { ItemTaxType: '2' })
const abroad = { ClearanceMark: '2', ZeroTaxRateReason: '71' }

it.each<[changes: object, isTaken: boolean]>([
  [{ TaxType: '3', SpecialTaxType: 8 }, true],
  [{ TaxType: '2', ...abroad }, true],
  [{ TaxType: '9', Items: [taxed(1, 800), free(2, 40)] }, true],
  [{ TaxType: '9', Items: [taxed(1, 800), zero(2, 40)], ...abroad }, true],
  [{ TaxType: '9', Items: [taxed(1, 840)] }, false],
  [{ TaxType: '9', Items: [free(1, 800), zero(2, 40)], ...abroad }, false],
  [{ TaxType: '9', Items: [taxed(1, 700), free(2, 100), zero(3, 40)], ...abroad }, false],
  [{ TaxType: '9', Items: [taxed(1, 800), itemOf(2, 'b', 40)] }, false],
])('of tax types %j is taken: %s', async (changes, isTaken) => {
  expect((await test.client.issue(changes)).told.RtnCode === 1).toBe(isTaken)
})

describe('the amount is the sum of the items, rounded once (INV-E-02)', () => {
  const priced = (amounts: number[]) => amounts.map((amount, at) => itemOf(at + 1, 'a', amount))
  it.each<[title: string, changes: object, isTaken: boolean]>([
    ['one too much', { SalesAmount: 841 }, false],
    ['one too little', { SalesAmount: 839 }, false],
    ['a negative item', { SalesAmount: 740, Items: priced([840, -100]) }, true],
    ['a negative sum', { SalesAmount: 1, Items: priced([100, -200]) }, false],
    ['an item of nothing', { Items: priced([840, 0]) }, true],
    ['halves that add up', { SalesAmount: 841, Items: priced([420.5, 420.5]) }, true],
    ['a half that is rounded up', { SalesAmount: 421, Items: priced([420.5]) }, true],
    ['a half that is rounded down', { SalesAmount: 420, Items: priced([420.5]) }, false],
    [
      'a price of seven decimals',
      { Items: [itemOf(1, 'a', 840, { ItemCount: 9, ItemPrice: 93.333_333_3 })] },
      true,
    ],
    [
      'a price that does not give the amount',
      { Items: [itemOf(1, 'a', 840, { ItemCount: 9, ItemPrice: 93.33 })] },
      false,
    ],
  ])('%s', async (_, changes, isTaken) => {
    expect((await test.client.issue(changes)).told.RtnCode === 1).toBe(isTaken)
  })
})

it('takes a number of the shop once, whatever its case, and finds the invoice by it', async () => {
  const { told, named } = await test.client.issue({ RelateNumber: 'order1A' })
  const again = await test.client.issue({ RelateNumber: 'ORDER1a' })
  expect(again.told).toMatchObject({ RtnCode: 5070357, InvoiceNo: '' })
  expect(test.gateway.invoices.list()).toHaveLength(1)
  const found = await test.client.call('GetIssue', { RelateNumber: 'Order1a' })
  expect(found).toMatchObject({
    RtnCode: 1,
    IIS_Number: told.InvoiceNo,
    IIS_Relate_Number: 'order1A',
    IIS_Random_Number: told.RandomNumber,
    IIS_Create_Date: told.InvoiceDate,
    IIS_Sales_Amount: 840,
    IIS_Remain_Allowance_Amt: 840,
    IIS_Invalid_Status: '0',
    IIS_Identifier: '0000000000',
    IIS_Tax_Amount: 0,
    IIS_Carrier_Num: 'ming@shop.example',
    Items: [{ ItemName: '青瓷杯' }, { ItemName: '運費' }],
  })
  expect(await test.client.call('GetIssue', named)).toEqual(found)
  for (const asked of [{ RelateNumber: 'other' }, { ...named, InvoiceDate: '2026-11-19' }]) {
    expect((await test.client.call('GetIssue', asked)).RtnCode).toBe(1600003)
  }
  const both = await test.client.call('GetIssue', { RelateNumber: 'order1A', ...named })
  expect(both.RtnMsg).toContain('須擇一')
})

it('works out the tax of an invoice with a number of a company', async () => {
  const { no } = await test.client.issue({ ...company, ...mobile })
  const found = await test.client.call('GetIssue', { RelateNumber: no })
  expect(found).toMatchObject({ IIS_Category: 'B2B', IIS_Tax_Amount: 40, IIS_Sales_Amount: 840 })
})

it('says which numbers are left, and issues none when there are none until the next period', async () => {
  const ask = (changes = {}) =>
    test.client.call('GetInvoiceWordSetting', {
      InvoiceYear: '115',
      InvoiceTerm: 6,
      UseStatus: 2,
      InvoiceCategory: 1,
      ...changes,
    })
  expect((await ask()).InvoiceInfo).toMatchObject([
    { InvoiceStart: '10000000', InvoiceEnd: '10000999', InvoiceNo: '', UseStatus: 2 },
  ])
  await test.client.issue()
  await test.press('/invoices/numbers', { left: 3 })
  for (const _ of [1, 2, 3]) expect((await test.client.issue()).told.RtnCode).toBe(1)
  expect((await ask()).InvoiceInfo).toMatchObject([
    { InvoiceEnd: '10000003', InvoiceNo: '10000003' },
  ])
  const none = await test.client.issue()
  expect(none.told.RtnMsg).toContain('用罄')
  await test.moveTo('2027-01-01T00:00:00')
  const next = await test.client.issue({ RelateNumber: none.no })
  expect(next.told).toMatchObject({ RtnCode: 1, InvoiceNo: expect.stringMatching(/10000000$/) })
  const terms = (await ask({ InvoiceYear: '116', InvoiceTerm: 0, UseStatus: 0 })).InvoiceInfo
  expect(terms.map((one: { UseStatus: number }) => one.UseStatus)).toEqual([2, 1, 1, 1, 1, 1])
  expect((await ask({ InvoiceCategory: 2 })).RtnMsg).toContain('InvoiceCategory')
  expect((await ask({ InvoiceYear: '113' })).RtnMsg).toContain('InvoiceYear')
})

it('checks barcodes, love codes and companies, unless the ministry is away', async () => {
  const ask = (name: string, data: object) => test.client.call(name, data)
  const barcode = (BarCode: string) => ask('CheckBarcode', { BarCode })
  const loveCode = (LoveCode: string) => ask('CheckLoveCode', { LoveCode })
  const name = (UnifiedBusinessNo: string) => ask('GetCompanyNameByTaxID', { UnifiedBusinessNo })
  expect(await barcode('/ABC+123')).toMatchObject({ RtnCode: 1, IsExist: 'Y' })
  expect(await barcode('/0000000')).toMatchObject({ RtnCode: 1, IsExist: 'N' })
  expect((await barcode('ABC+123')).RtnCode).not.toBe(1)
  expect(await loveCode('0123')).toMatchObject({ RtnCode: 1, IsExist: 'Y' })
  expect(await loveCode('9999999')).toMatchObject({ RtnCode: 1, IsExist: 'N' })
  expect(await name('04595257')).toMatchObject({ CompanyName: '測試公司 04595257' })
  expect(await name('10458574')).toMatchObject({ RtnCode: 1600003, CompanyName: '' })
  expect((await name('12345678')).RtnMsg).toContain('檢查碼')
  await test.press('/settings', { ministryAnswers: false })
  for (const told of [await barcode('/ABC+123'), await loveCode('0123'), await name('04595257')]) {
    expect(told.RtnCode).toBe(10000010)
  }
  // It is help, never a condition.
  expect((await test.client.issue(mobile)).told.RtnCode).toBe(1)
})
