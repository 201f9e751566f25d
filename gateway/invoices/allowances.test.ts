import { expect, it } from 'vitest'
import { invoiceAccount } from '../account.ts'
import { isSigned } from '../check-mac-value.ts'
import { itemOf } from '../testing/invoice-client.ts'
import { setUpInvoices } from '../testing/set-up-invoices.ts'
import { lastVoidAt } from './period.ts'

const test = setUpInvoices()

const list = async (data: object) => {
  const told = await test.client.call('GetAllowanceList', data)
  return told.AllowanceInfo ?? told.RtnCode
}

it('gives back in parts and never more than is left (INV-E-02)', async () => {
  const { named } = await test.client.issue()
  const first = await test.client.allow(named, 500)
  expect(first).toEqual({
    RtnCode: 1,
    RtnMsg: '折讓單資料新增成功',
    IA_Allow_No: expect.stringMatching(/^20261120\d{8}$/),
    IA_Invoice_No: named.InvoiceNo,
    IA_Date: expect.stringMatching(/^2026-11-20 12:\d\d:\d\d$/),
    IA_Remain_Allowance_Amt: 340,
  })
  expect(await test.client.allow(named, 341)).toMatchObject({
    IA_Allow_No: '',
    RtnMsg: '折讓金額超過剩餘可折讓金額 340',
  })
  const rest = await test.client.allow(named, 340)
  expect(rest.IA_Remain_Allowance_Amt).toBe(0)
  expect((await test.client.allow(named, 1)).RtnCode).not.toBe(1)

  const cancel = { InvoiceNo: named.InvoiceNo, AllowanceNo: first.IA_Allow_No, Reason: '誤開' }
  expect(await test.client.call('AllowanceInvalid', cancel)).toMatchObject({
    RtnCode: 1,
    IA_Invoice_No: named.InvoiceNo,
  })
  expect((await test.client.call('AllowanceInvalid', cancel)).RtnCode).not.toBe(1)
  const found = await test.client.call('GetIssue', named)
  expect(found.IIS_Remain_Allowance_Amt).toBe(500)
  const bySearch = { SearchType: '1', InvoiceNo: named.InvoiceNo, Date: named.InvoiceDate }
  expect(await list(bySearch)).toMatchObject([
    { IA_Allow_No: first.IA_Allow_No, IA_Total_Tax_Amount: 500, IA_Invalid_Status: '1' },
    { IA_Allow_No: rest.IA_Allow_No, IA_Total_Tax_Amount: 340, IA_Invalid_Status: '0' },
  ])
  expect(await list({ SearchType: '0', AllowanceNo: rest.IA_Allow_No })).toHaveLength(1)
  expect(await list({ ...bySearch, SearchType: '2' })).toHaveLength(2)
  expect(await list({ ...bySearch, SearchType: '2', Date: '2026-11-19' })).toBe(1600003)
})

it.each<[reason: string, changes: object]>([
  ['須等於各項', { AllowanceAmount: 499 }],
  ['NotifyMail', { NotifyMail: '' }],
  ['NotifyPhone', { AllowanceNotify: 'A' }],
  ['AllowanceNotify：', { AllowanceNotify: 'X' }],
  ['AllowanceAmount：', { AllowanceAmount: 0, Items: [itemOf(1, 'a', 0)] }],
  ['無發票號碼資料', { InvoiceDate: '2026-11-19' }],
  ['無發票號碼資料', { InvoiceNo: 'ZZ00000000' }],
  ['沒有這個欄位', { ReturnURL: 'http://localhost/' }],
])('refuses an allowance: %s', async (reason, changes) => {
  const { named, no } = await test.client.issue()
  const told = await test.client.allow(named, 500, changes)
  expect(told.RtnMsg).toContain(reason)
  expect(test.gateway.invoices.find(no)?.allowances).toEqual([])
})

it('asks the buyer, who agrees on a page within 72 hours; the shop is told then', async () => {
  const { named } = await test.client.issue()
  const ReturnURL = `${test.shop.address}/allowance`
  const ask = (amount: number) =>
    test.client.call('AllowanceByCollegiate', {
      ...test.client.allowanceData(named, amount),
      ReturnURL,
    })
  const asked = await ask(300)
  expect(asked).toMatchObject({
    RtnCode: 1,
    IA_TempExpireDate: expect.stringMatching(/^2026-11-23 12:/),
    IA_Remain_Allowance_Amt: 540,
  })
  const search = { SearchType: '0', AllowanceNo: asked.IA_Allow_No }
  expect(await list(search)).toBe(1600003)
  expect((await test.client.allow(named, 541)).RtnCode).not.toBe(1)

  const page = await test.page(`/allowances/${asked.IA_Allow_No}`)
  expect(page).toContain('NT$300')
  expect(await test.press(`/allowances/${asked.IA_Allow_No}`)).toBe(200)
  expect(await list(search)).toHaveLength(1)
  expect(test.shop.received.map(({ path }) => path)).toEqual(['/allowance'])
  const [told] = test.shop.received
  expect(told?.fields).toMatchObject({
    RtnCode: '1',
    IA_Allow_No: asked.IA_Allow_No,
    IA_Invoice_No: named.InvoiceNo,
    IIS_Remain_Allowance_Amt: '540',
  })
  expect(isSigned(told?.fields ?? {}, invoiceAccount)).toBe(true)
  expect(await test.press(`/allowances/${asked.IA_Allow_No}`)).toBe(409)

  const late = await ask(100)
  const cancelled = await ask(50)
  const cancel = { InvoiceNo: named.InvoiceNo, AllowanceNo: cancelled.IA_Allow_No, Reason: '誤開' }
  expect((await test.client.call('CancelAllowance', cancel)).RtnCode).toBe(1)
  await test.moveTo('2026-11-23T12:05:00')
  expect(await test.press(`/allowances/${late.IA_Allow_No}`)).toBe(409)
  const found = await test.client.call('GetIssue', named)
  expect(found.IIS_Remain_Allowance_Amt).toBe(540)
})

it('tells of an agreement twice, forged and with another amount when somebody wants it to', async () => {
  const { named, no } = await test.client.issue()
  const asked = await test.client.call('AllowanceByCollegiate', {
    ...test.client.allowanceData(named, 300),
    ReturnURL: `${test.shop.address}/allowance`,
  })
  await test.press(`/allowances/${asked.IA_Allow_No}`)
  const [notice] = test.gateway.invoices.find(no)?.notices ?? []
  const path = `/invoices/${no}/notices/${notice?.id}`
  await test.press(path, { variant: 'wrong-mac' })
  await test.press(path, { variant: 'other-amount', times: 2 })
  const fields = test.shop.received.map((one) => one.fields)
  expect(fields.map((one) => isSigned(one, invoiceAccount))).toEqual([true, false, true, true])
  expect(fields.map((one) => one.IIS_Remain_Allowance_Amt)).toEqual(['540', '540', '541', '541'])
})

it('has the end of the 13th after a period, in Taipei, as the last instant of a void (INV-E-04)', () => {
  const ends = ['2027-01-01T00:00:00', '2027-02-28T23:59:59', '2027-03-01T00:00:00'].map((time) =>
    lastVoidAt(new Date(`${time}+08:00`)).toISOString(),
  )
  expect(ends).toEqual([
    '2027-03-13T15:59:59.999Z',
    '2027-03-13T15:59:59.999Z',
    '2027-05-13T15:59:59.999Z',
  ])
  expect(lastVoidAt(new Date('2026-12-31T23:59:59+08:00'))).toEqual(
    new Date('2027-01-13T23:59:59.999+08:00'),
  )
})

it('makes an invoice void until the 13th after its period, and no second later (INV-E-04)', async () => {
  await test.moveTo('2027-02-28T12:00:00')
  const [one, other] = [await test.client.issue(), await test.client.issue()]
  const cancel = (named: object) => test.client.call('Invalid', { ...named, Reason: '退貨' })
  await test.moveTo('2027-03-13T23:55:00')
  expect(await cancel(one.named)).toMatchObject({ RtnCode: 1, InvoiceNo: one.named.InvoiceNo })
  expect((await cancel(one.named)).RtnCode).toBe(5070453)
  await test.moveTo('2027-03-14T00:00:00')
  const late = await cancel(other.named)
  expect(late).toMatchObject({ InvoiceNo: '', RtnMsg: expect.stringContaining('期限') })
  // An allowance has no such end, until it is to be void itself.
  const allowed = await test.client.allow(other.named, 840)
  expect(allowed.RtnCode).toBe(1)
  await test.moveTo('2027-05-14T00:00:00')
  const undo = {
    InvoiceNo: other.named.InvoiceNo,
    AllowanceNo: allowed.IA_Allow_No,
    Reason: '誤開',
  }
  expect((await test.client.call('AllowanceInvalid', undo)).RtnMsg).toContain('期限')
})

it('makes none void that was donated, is void, or has an allowance (INV-E-04)', async () => {
  const donated = await test.client.issue({ Donation: '1', LoveCode: '168001', CarrierType: '' })
  const cancel = (named: object) => test.client.call('Invalid', { ...named, Reason: '退貨' })
  expect((await cancel(donated.named)).RtnMsg).toContain('已捐贈')
  const { named } = await test.client.issue()
  const { IA_Allow_No: AllowanceNo } = await test.client.allow(named, 1)
  expect((await cancel(named)).RtnCode).toBe(5070450)
  const undo = { InvoiceNo: named.InvoiceNo, AllowanceNo, Reason: '誤開' }
  await test.client.call('AllowanceInvalid', undo)
  expect((await cancel(named)).RtnCode).toBe(1)
  expect((await test.client.allow(named, 1)).RtnMsg).toContain('已作廢')
  expect((await test.client.call('Invalid', { ...named, Reason: '' })).RtnCode).not.toBe(1)
})
