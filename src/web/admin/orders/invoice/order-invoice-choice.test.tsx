import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { brand, setLook, shopSettings } from '../../../api/shop-config.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { hideToast } from '../../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../../testing/render-admin.tsx'
import type { OrderLife } from '../order-life.ts'
import { OrderInvoiceChoice } from './order-invoice-choice.tsx'

let network: HeldNetwork
const terms = { shipping: defaultSettings.shipping, methods: [] }
const wear = (issuesInvoices?: true) =>
  setLook({
    shop: shopSettings,
    brand,
    terms: { ...terms, ...(issuesInvoices && { issuesInvoices }) },
  })

beforeEach(() => {
  network = new HeldNetwork()
  wear(true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
  wear()
})

const lifeOf = (invoice_choice?: object) =>
  ({ order: { id: 'order-1', invoice_choice }, is_archived: false }) as unknown as OrderLife
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('the staff changes the choice of a caller; a refusal stands at its field (INV-E-01)', async () => {
  renderAdmin(<OrderInvoiceChoice life={lifeOf()} />)
  expect(screen.getByText('未指定，開立時存入會員載具')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '編輯發票資料' }))
  type('發票', 'company')
  type(/^統一編號/, '04595258')
  type(/^公司抬頭/, '小農有限公司')
  type(/^手機條碼/, '/ABC+123')
  fireEvent.click(screen.getByText('儲存'))
  const first = await network.request(0)
  const company = { kind: 'company', tax_id: '04595258', title: '小農有限公司' }
  const invoice = { ...company, carrier_type: 'mobile', carrier: '/ABC+123' }
  expect(first.body).toEqual({ data: { invoice } })
  const tax_id = '統一編號的檢查碼不符，請再核對一次'
  first.answer(
    { success: false, message: [tax_id], code: 'INVALID_INPUT', fields: { tax_id } },
    400,
  )
  await waitFor(() =>
    expect(screen.getByLabelText(/^統一編號/).getAttribute('aria-invalid')).toBe('true'),
  )
  await waitFor(() => expect(isInactive(screen.getByText('儲存'))).toBe(false))
  type(/^手機條碼/, '')
  type(/^統一編號/, '04595257')
  fireEvent.click(screen.getByText('儲存'))
  const second = await network.request(1)
  expect(second.body).toEqual({ data: { invoice: { ...company, tax_id: '04595257' } } })
})

test('a shop that issues none shows what an order of before has, and nothing else (INV-E-01)', () => {
  wear()
  renderAdmin(<OrderInvoiceChoice life={lifeOf()} />)
  expect(screen.queryByText('發票資料')).toBeNull()
  cleanup()
  renderAdmin(<OrderInvoiceChoice life={lifeOf({ kind: 'donation', love_code: '919' })} />)
  expect(screen.getByText('捐贈・919 創世基金會')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '編輯發票資料' })).toBeNull()
})
