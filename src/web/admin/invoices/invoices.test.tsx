import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminInvoice } from '#contract/invoices.ts'
import type { StaffOrder } from '#contract/orders.ts'
import { defaultSettings } from '#contract/settings.ts'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { brand, setLook, shopSettings } from '../../api/shop-config.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { RefundDialog } from '../orders/refunds/refund-dialog.tsx'
import { renderAdmin } from '../testing/render-admin.tsx'
import { InvoiceAgreementPage } from './agreement-page.tsx'
import { AdminInvoiceListPage } from './invoice-list-page.tsx'
import { OrderInvoices } from './order-invoices.tsx'

let network: HeldNetwork
const answered = new Set<unknown>()
const terms = { shipping: defaultSettings.shipping, methods: [] }
const wear = (issuesInvoices?: true) =>
  setLook({
    shop: shopSettings,
    brand,
    terms: { ...terms, ...(issuesInvoices && { issuesInvoices }) },
  })
beforeEach(() => {
  network = new HeldNetwork()
  setAdminToken('token', Date.now() + 3_600_000)
  wear(true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearAdminToken()
  wear()
})

const issued: AdminInvoice = {
  ...{ id: 'I1', order_id: 'A', order_number: '261130-1', amount: 2_000, left: 1_700 },
  ...{ state: 'issued', number: 'AB12345678', random: '4321' },
  ...{ date: 1_795_900_000, create_at: 1_795_900_000, voidable_until: 1_799_800_000 },
  choice: { kind: 'company', tax_id: '04595257', title: '小農有限公司' },
  lines: [{ title: '手感馬克杯', qty: 2, unit: '個', amount: 2_000, tax_type: 'taxed' }],
  allowances: [{ id: 'L1', amount: 300, state: 'allowed', number: '2026113012345678', lines: [] }],
}
const failed: AdminInvoice = {
  ...issued,
  ...{ id: 'I2', state: 'failed', allowances: [], is_blocked: true, left: 2_000 },
  ...{ message: '字軌已用罄', number: undefined, date: undefined, voidable_until: undefined },
}
const pagination = {
  ...{ total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
}

async function find(method: string, path: string) {
  const request = await waitFor(() => {
    const found = network.requests.find(
      (one) => one.method === method && one.path.includes(path) && !answered.has(one),
    )
    if (!found) throw new Error(`no ${method} ${path} so far`)
    return found
  })
  answered.add(request)
  return request
}

test('what was refused is told with the words of the provider, and tried again by a press (INV-E-03)', async () => {
  const path = `${paths.adminInvoices()}/*`
  renderAdmin(<AdminInvoiceListPage />, { path, address: paths.adminInvoices('problem') })
  const asked = await find('GET', '/admin/invoices')
  expect(asked.path).toContain('view=problem')
  asked.answer({
    ...{ success: true, invoices: [failed], pagination, messages: [], is_on: true },
    counts: { problem: 1, waiting: 0 },
    numbers: { left: 40, all: 1_000, is_low: true, asked_at: 1_795_900_000 },
  })
  const views = within(await screen.findByRole('navigation', { name: '發票' }))
  await waitFor(() =>
    expect(views.getByRole('link', { current: 'page' }).textContent).toBe('待處理1'),
  )
  expect(screen.getAllByText('字軌已用罄').length).toBeGreaterThan(0)
  expect(screen.getByText(/本期的發票號碼只剩 40 個/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '全部重試' }))
  await find('POST', '/admin/invoices/retry')
})

test('the page of an order has its invoices, with what was sent, and issues one anew', async () => {
  const order = { id: 'A' } as StaffOrder
  renderAdmin(<OrderInvoices order={order} />)
  const asked = await find('GET', '/admin/order/A/invoices')
  asked.answer({ success: true, invoices: [issued], preview: [] })
  expect(await screen.findByText(/AB12345678 已開立/)).toBeTruthy()
  expect(screen.getByText(/隨機碼 4321/)).toBeTruthy()
  expect(screen.getByText('公司・04595257 小農有限公司')).toBeTruthy()
  expect(screen.getByText(/折讓 NT\$300 已開立・2026113012345678/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '作廢重開' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^作廢原因/), { target: { value: '統編有誤' } })
  fireEvent.change(dialog.getByLabelText(/^統一編號/), { target: { value: '10458570' } })
  fireEvent.click(dialog.getByRole('button', { name: '作廢並重新開立' }))
  expect((await find('POST', '/admin/invoice/I1/reissue')).body).toEqual({
    data: {
      reason: '統編有誤',
      invoice: { kind: 'company', tax_id: '10458570', title: '小農有限公司' },
    },
  })
})

test('a refund says before the click what it does to the invoice (INV-E-04)', async () => {
  const life = { order: { id: 'A', number: '261130-1' }, refundable: 2_000 } as never
  renderAdmin(<RefundDialog life={life} onClose={() => {}} />)
  const all = await find('GET', 'refund=2000')
  const number = 'AB12345678'
  all.answer({
    ...{ success: true, invoices: [] },
    preview: [{ type: 'void', number, amount: 2_000 }],
  })
  expect(await screen.findByText('這會作廢發票 AB12345678。')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^退款金額/), { target: { value: '120' } })
  const part = await find('GET', 'refund=120')
  part.answer({
    ...{ success: true, invoices: [] },
    preview: [{ type: 'allow', number, amount: 120 }],
  })
  expect(await screen.findByText('這會對發票 AB12345678 開立折讓 NT$120。')).toBeTruthy()
})

test('sums stand beside the books, with the orders in which they differ (INV-E-05)', async () => {
  renderAdmin(<InvoiceAgreementPage />)
  const asked = await find('GET', '/admin/invoices/agreement')
  asked.answer({
    ...{ success: true, period: '2026-11', periods: ['2026-11', '2026-09'] },
    issued: { count: 3, sum: 6_000 },
    voided: { count: 1, sum: 2_000 },
    allowed: { count: 1, sum: 500 },
    ...{ captured: 8_000, given_back: 2_500, difference: 2_000, open: 2_000 },
    orders: [
      {
        ...{ order_id: 'A', order_number: '261130-1' },
        ...{ kept: 2_000, invoiced: 0, reason: 'not_due' },
      },
    ],
  })
  expect((await screen.findByText('發票淨額', { selector: 'dt' })).nextSibling?.textContent).toBe(
    'NT$3,500',
  )
  expect(screen.getByText('收款淨額', { selector: 'dt' }).nextSibling?.textContent).toBe('NT$5,500')
  const table = within(screen.getByRole('table', { name: '不相符的訂單' }))
  expect(table.getByText('261130-1')).toBeTruthy()
  expect(table.getByText('還沒到開立時間')).toBeTruthy()
})

test('a shop that issues none asks for no invoices', () => {
  wear()
  const life = { order: { id: 'A', number: '261130-1' }, refundable: 2_000 } as never
  renderAdmin(
    <>
      <OrderInvoices order={{ id: 'A' } as StaffOrder} />
      <RefundDialog life={life} onClose={() => {}} />
    </>,
  )
  expect(network.requests.filter(({ path }) => path.includes('invoices'))).toEqual([])
})
