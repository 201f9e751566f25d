import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Refund } from '#contract/order-life.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { hideToast } from '../../../ui/toast-store.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import type { OrderLife } from '../order-life.ts'
import { OrderRefunds } from './order-refunds.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const refundOf = (state: Refund['state'], amount: number): Refund => ({
  ...{ id: `refund-${amount}`, order_id: 'order-1', amount, reason: '缺貨', state },
  ...{ method: 'card', created_at: 1_780_000_000 },
})
const life: OrderLife = {
  success: true,
  order: {
    ...{ id: 'order-1', number: '260601-1', create_at: 1_780_000_000, is_paid: true, message: '' },
    ...{ products: {}, subtotal: 1_000, discount: 0, total: 1_000, num: 1 },
    user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
    ...{ state: 'paid', payment_state: 'refunding', shipment_state: 'none' },
  },
  ...{ timeline: [], parcels: [], attempts: [], mails: [], actions: [] },
  ...{ refunds: [refundOf('failed', 300), refundOf('dropped', 200)] },
  ...{ refundable: 700, is_archived: false },
}

test('a failed refund is closed once it is no longer needed (REFUND-16)', async () => {
  renderAdmin(<OrderRefunds life={life} onOpen={() => {}} />)
  expect(screen.getByText('NT$200').parentElement?.textContent).toBe('不再需要 NT$200')
  expect(screen.getAllByRole('button', { name: '不再需要' })).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: '不再需要' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/訂單 260601-1，NT\$300/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '不再需要' }))
  const asked = await network.request(0)
  expect([asked.method, asked.path]).toEqual([
    'POST',
    expect.stringMatching(/\/admin\/refund\/refund-300\/drop$/),
  ])
  asked.answer({ success: true, message: '已標記為不再需要' })
  await vi.waitUntil(() => screen.queryByRole('alertdialog') === null)
})
