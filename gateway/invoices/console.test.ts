import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { type Around, InvoiceClient } from '../testing/invoice-client.ts'
import { formsOf } from '../testing/logistics-client.ts'
import { noon } from '../testing/run-between-tests.ts'
import { setUpInvoices } from '../testing/set-up-invoices.ts'
import { control, postForm } from '../testing/test-shop.ts'

const test = setUpInvoices()
const now = () => Math.floor(Date.now() / 1000)

it.each<[code: string, title: string, around: () => Around]>([
  ['115', 'of another account', () => ({ merchantId: '3002607' })],
  ['104', 'with a clock that is slow', () => ({ timestamp: now() - 660 })],
  ['104', 'with a clock that is fast', () => ({ timestamp: now() + 660 })],
  ['104', 'with a time that is a text', () => ({ timestamp: String(now()) })],
  ['105', 'of another revision', () => ({ revision: '1.0.0' })],
  ['110', 'with data of other keys', () => ({ sealed: 'AAAA' })],
  ['110', 'without data', () => ({ sealed: '' })],
])('answers %s to a call %s', async (code, _, around) => {
  const data = test.client.issueData()
  await expect(test.client.call('Issue', data, around())).rejects.toThrow(code)
  expect(test.gateway.invoices.list()).toEqual([])
})

it('does not open a call whose account stands outside alone, and takes a clock that is nine minutes off', async () => {
  const data = test.client.issueData()
  await expect(test.client.call('Issue', { ...data, MerchantID: '' })).rejects.toThrow('109')
  expect((await test.client.call('Issue', data, { timestamp: now() - 540 })).RtnCode).toBe(1)
})

it('has faults of invoices, which those of an invoice go before and those of the gateway follow', async () => {
  const { no } = await test.client.issue()
  const query = () => test.client.send('GetIssue', { RelateNumber: no })
  await test.press('/settings', { fault: 'error' })
  expect(await query()).toMatchObject({ status: 500 })
  await test.press('/settings', { invoiceFault: 'forbidden' })
  expect(await query()).toMatchObject({ status: 403 })
  await test.press(`/invoices/${no}/settings`, { fault: 'clock' })
  expect(await query()).toMatchObject({ TransCode: 104 })
  await test.press(`/invoices/${no}/settings`, { fault: 'other-amount' })
  const told = await test.client.call('GetIssue', { RelateNumber: no })
  expect(told.IIS_Sales_Amount).toBe(841)
  await test.press(`/invoices/${no}/settings`, { fault: 'other-number' })
  const other = await test.client.call('GetIssue', { RelateNumber: no })
  expect(other.IIS_Relate_Number).not.toBe(no)
  await test.press(`/invoices/${no}/settings`, { fault: 'wrong-mac' })
  await expect(test.client.call('GetIssue', { RelateNumber: no })).rejects.toThrow()
})

it('issues an invoice whose answer is lost, which a query finds', async () => {
  const data = test.client.issueData()
  await test.press('/settings', { invoiceFault: 'lost' })
  await expect(test.client.send('Issue', data)).rejects.toThrow('fetch failed')
  await test.press('/settings', { invoiceFault: 'none' })
  const { RelateNumber } = data
  expect(await test.client.call('GetIssue', { RelateNumber })).toMatchObject({ RtnCode: 1 })
  expect((await test.client.call('Issue', data)).RtnCode).toBe(5070357)
})

it('shows invoices, the numbers of the period and a page of each with its buttons', async () => {
  const { no, told } = await test.client.issue({ CarrierType: '3', CarrierNum: '/ABC+123' })
  const page = await test.page('/invoices')
  expect(page).toContain(`<a href="/invoices/${no}">${told.InvoiceNo}</a>`)
  expect(page).toContain('手機條碼　NT$840')
  expect(page).toContain('測試發票，不會上傳財政部')
  const few = formsOf(page).find(({ fields }) => fields.left === '3')
  await postForm(`${test.running.address}${few?.action}`, few?.fields ?? {})
  expect(await test.page('/invoices')).toContain('<dt>剩餘</dt><dd>3</dd>')

  const address = `${test.running.address}/invoices/${no}`
  expect(await (await fetch(address)).text()).toContain('/ABC+123')
  const voided = await postForm(`${address}/void`, {})
  expect(await voided.text()).toContain('<dt>狀態</dt><dd>已作廢</dd>')
  expect((await postForm(`${address}/void`, {})).status).toBe(409)
  expect(await test.page('/')).toContain('<dd>ejCk326UnaZWKisg</dd>')
})

it('moves its clock to the last minute of voids', async () => {
  const move = formsOf(await test.page('/invoices')).find(({ fields }) => fields.at)
  await postForm(`${test.running.address}/clock`, move?.fields ?? {})
  expect(await test.page('/invoices')).toMatch(/現在 2027\/01\/13 23:59:\d\d/)
})

it('has a statement of invoices and allowances, those that are void too', async () => {
  const company = { CustomerIdentifier: '04595257', CustomerName: '小農' }
  const first = await test.client.issue({ ...company, CarrierType: '3', CarrierNum: '/ABC+123' })
  await test.client.allow(first.named, 105)
  const second = await test.client.issue()
  await test.client.call('Invalid', { ...second.named, Reason: '退貨' })
  await test.moveTo('2026-12-01T00:00:00')
  const third = await test.client.issue()

  const path = '/invoices/statement?from=2026-11-01&to=2026-11-30'
  const [header, ...lines] = (await test.page(path)).trimEnd().split('\r\n')
  expect(header).toMatch(/^類別,發票號碼,特店自訂編號,折讓單號,/)
  const cells = lines.map((line) => line.split(','))
  expect(cells.map((row) => [row[0], row[2], row[5], row[7], row[8], row[9]])).toEqual([
    ['發票', first.no, '04595257', '840', '40', '開立'],
    ['折讓', first.no, '04595257', '-105', '-5', '開立'],
    ['發票', second.no, '', '840', '0', '作廢'],
  ])
  const all = await fetch(`${test.running.address}${path.replace('11-30', '12-31')}`, {
    headers: { accept: 'application/json' },
  })
  const rows = (await all.json()) as Record<string, unknown>[]
  expect(rows.at(-1)?.特店自訂編號).toBe(third.no)
})

it('goes on after a kill with its invoices, allowances, numbers and switches', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-invoices-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const start = async () => {
    const running = await startGateway({ now: noon, books: join(folder, 'books.jsonl') })
    onTestFinished(() => running.close())
    return { running, client: new InvoiceClient(() => running.address) }
  }
  const before = await start()
  const { named, no, told } = await before.client.issue()
  await before.client.allow(named, 100)
  const data = before.client.allowanceData(named, 40)
  const asked = await before.client.call('AllowanceByCollegiate', data)
  await control(before.running, '/invoices/numbers', { left: 1 })

  const after = await start()
  expect(await after.client.call('GetIssue', { RelateNumber: no })).toMatchObject({
    IIS_Number: told.InvoiceNo,
    IIS_Create_Date: told.InvoiceDate,
    IIS_Remain_Allowance_Amt: 700,
    IIS_Customer_Email: 'ming@shop.example',
  })
  expect((await after.client.issue()).told.InvoiceNo).toMatch(/10000001$/)
  expect((await after.client.issue()).told.RtnMsg).toContain('用罄')
  await control(after.running, '/clock', { at: '2026-11-24T12:00:00+08:00' })
  const page = await control(after.running, `/allowances/${asked.IA_Allow_No}`, {})
  expect(page.status).toBe(409)
})
