import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { PaymentAttempt } from '#contract/payments.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { formatDateTime } from '../ui/dates.ts'
import { GatewayPayment, StartAction, useGatewayPayment } from './gateway-payment.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const order = { id: 'o-1', total: 2_000 } as Order
const unpaid = { is_paid: false, total: 2_000, is_trial: false, methods: [] }

function Screen() {
  const payment = useGatewayPayment(order)
  return (
    <>
      <GatewayPayment order={order} payment={payment} />
      {payment.canStart && <StartAction payment={payment} />}
    </>
  )
}

async function shown(data: object) {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  ;(await network.request(0)).answer({ success: true, data: { ...unpaid, ...data } })
  return network
}

const attempt = (id: string, more: Partial<PaymentAttempt>): PaymentAttempt => ({
  ...{ id, provider: 'ecpay', method: 'card', state: 'pending', amount: 2_000 },
  created_at: 1_800_000_000,
  ...more,
})

test('a number that is still due is shown beside the failure of a later card (GATEWAY-23)', async () => {
  const number = { bank_code: '822', account: '9103522175887271', due_at: 4_000_000_000 }
  await shown({
    attempt: attempt('a-2', { state: 'failed' }),
    due_attempt: attempt('a-1', { method: 'atm', number }),
  })
  expect(await screen.findByText('付款未成功，請再試一次或改用其他付款方式')).toBeTruthy()
  expect(screen.getByText('先前取得的繳費資訊，期限前仍可付款')).toBeTruthy()
  expect(screen.getByText('繳費帳號').parentElement?.textContent).toContain('9103522175887271')
})

test('a number is all that is to be seen until another method is asked for: one deadline, the bank by name (DOOR-06) (ORDERLIFE-35) (MEND-16)', async () => {
  const [due_at, expires_at] = [4_000_000_000, 4_000_003_600]
  const atm = { method: 'atm', name: 'ATM 轉帳', min: 1, max: 6_000, is_available: true }
  await shown({ expires_at, methods: [atm] })
  expect(await screen.findByText(/訂單會保留得更久.*以信件通知您/)).toBeTruthy()
  cleanup()
  const number = { bank_code: '812', account: '9103522175887271', due_at }
  await shown({ expires_at, methods: [atm], attempt: attempt('a-1', { method: 'atm', number }) })
  expect(await screen.findByRole('heading', { name: '請轉帳' })).toBeTruthy()
  expect(screen.getByText('812 台新銀行')).toBeTruthy()
  expect(screen.getAllByText(/20\d\d\/\d\d\/\d\d/).map((at) => at.textContent)).toEqual([
    formatDateTime(due_at),
  ])
  expect(screen.queryByRole('button', { name: '付款' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '改用其他付款方式' }))
  expect(screen.queryByRole('heading', { name: '請轉帳' })).toBeNull()
  expect(screen.getByRole('button', { name: '付款' })).toBeTruthy()
  expect(screen.getByText(/這個時間不會延後/)).toBeTruthy()
  expect(screen.getByText('先前取得的繳費資訊，期限前仍可付款')).toBeTruthy()
})

test('取貨付款 is confirmed and not paid, and says why it is not offered (SHIP-09)', async () => {
  const onDelivery = {
    ...{ method: 'on_delivery', name: '取貨付款', min: 1, max: 20_000 },
    ...{ note: '到店付現 NT$2,000', is_available: true },
  }
  await shown({ expires_at: 4_000_003_600, methods: [onDelivery] })
  expect(await screen.findByText('到店付現 NT$2,000')).toBeTruthy()
  expect(screen.getByRole('button', { name: '確認，取貨時付款' })).toBeTruthy()
  expect(screen.queryByText(/訂單會保留得更久/)).toBeNull()
  cleanup()
  const reason = '有 2 件包裹逾期未取，請先以其他方式付款'
  await shown({ methods: [{ ...onDelivery, is_available: false, reason }] })
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '取貨付款' }).disabled).toBe(true)
})

test('a shop that takes nothing but transfers offers no other way, and no later deadline (MEND-16)', async () => {
  const transfer = { method: 'transfer', name: '銀行轉帳', min: 1, max: 6_000, is_available: true }
  const facts = { expires_at: 4_000_000_000, methods: [transfer] }
  await shown(facts)
  expect((await screen.findByText(/前完成付款/)).textContent).toMatch(/自動取消$/)
  cleanup()
  const number = { account: '西螺鎮農會 950-0012', due_at: 4_000_000_000 }
  await shown({ ...facts, attempt: attempt('a-1', { method: 'transfer', number }) })
  expect(await screen.findByRole('heading', { name: '請轉帳' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '改用其他付款方式' })).toBeNull()
})

test.each([
  ['a computer', false, 'https://wallet.example/pay/1'],
  ['a phone', true, 'wallet://pay/1'],
])('%s is led to a wallet by its address or its application (PROV-02)', async (_, isTouch, to) => {
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('matchMedia', () => ({ matches: isTouch }))
  const limits = { min: 1, max: 6_000, is_available: true }
  const methods = [{ method: 'other.wallet', name: '電子支付', ...limits }]
  const network = await shown({ methods })
  expect(await screen.findByText('前往付款頁面，即時付款')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '付款' }))
  const data = {
    attempt_id: 'a-1',
    address: 'https://wallet.example/pay/1',
    app_link: 'wallet://pay/1',
  }
  ;(await network.request(1)).answer({ success: true, message: '前往付款', data })
  const begun = { methods, attempt: attempt('a-1', { method: 'other.wallet' }) }
  ;(await network.request(2)).answer({ success: true, data: { ...unpaid, ...begun } })
  await waitFor(() => expect(assign).toHaveBeenCalledWith(to))
  const link = await screen.findByRole('link', { name: '沒有開啟 App？改用網頁付款' })
  expect(link.getAttribute('href')).toBe(data.address)
})
