import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../testing/held-network.ts'
import { hideToast, toastState } from '../ui/toast-store.ts'
import { RefundAccountForm } from './refund-account-form.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RefundAccountForm orderId="o-1" />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
})

function save(fields: { code: string; account: string; name: string }) {
  const labels = { code: '銀行代碼', account: '帳號', name: '戶名' }
  for (const [key, label] of Object.entries(labels)) {
    const value = fields[key as keyof typeof fields]
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByText('儲存退款帳戶'))
}

test.each(['0001 2345 6789 0123', '0001-2345-6789-0123', '０００１　２３４５－６７８９０１２３'])(
  'sends the account 「%s」 by its digits (REFUND-09)',
  async (account) => {
    save({ code: '０１２ ', account, name: '王小明' })
    expect((await network.request(0)).body).toEqual({
      data: { bank_code: '012', account: '0001234567890123', name: '王小明' },
    })
  },
)

test('a refused account is said in its form alone (REFUND-09)', async () => {
  save({ code: '012', account: '0001234567890123', name: '王小明' })
  ;(await network.request(0)).answer({ success: false, message: '找不到訂單' }, 404)
  expect((await screen.findByRole('alert')).textContent).toBe('找不到訂單')
  expect(toastState().open).toBe(false)
})

test('cuts nothing that is too long, and says so (REFUND-09)', async () => {
  for (const label of ['銀行代碼', '帳號', '戶名']) {
    expect(screen.getByLabelText<HTMLInputElement>(label).maxLength).toBe(-1)
  }
  save({ code: '0123', account: '12345678901234567', name: '王'.repeat(51) })
  expect(await screen.findByText('請輸入 3 位數的銀行代碼')).toBeTruthy()
  expect(screen.getByText('請輸入 6 至 16 位數的帳號')).toBeTruthy()
  expect(screen.getByText('戶名不可超過 50 個字')).toBeTruthy()
  network.expectCount(0)
})
