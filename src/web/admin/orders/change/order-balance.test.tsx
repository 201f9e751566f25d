import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StaffOrder } from '#contract/orders.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { isInactive, renderAdmin } from '../../testing/render-admin.tsx'
import { OrderStateChips } from '../order-state-chips.tsx'
import { OrderProgress } from '../paid-chip.tsx'
import { OrderBalance } from './order-balance.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const order: StaffOrder = {
  ...{ id: 'order-1', create_at: 1_780_000_000, is_paid: true, message: '', num: 1 },
  ...{ number: '260601-1', products: {}, state: 'paid', payment_state: 'paid' },
  ...{ shipment_state: 'none', total: 1_500, balance_due: 400, awaits_balance: true },
  user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
}

test('what is still missing is said, and recorded as it was read (AFTER-08)', async () => {
  renderAdmin(<OrderBalance order={order} />)
  expect(screen.getByRole('alert').textContent).toContain('還差 NT$400，收到前不能備貨與出貨')
  fireEvent.click(screen.getByText('登記已收補款'))
  const sent = await network.request(0)
  expect([sent.method, sent.body]).toEqual(['POST', { data: { amount: 400 } }])
})

test('only somebody who may record payments records it, and who sees no amounts is told the state (AFTER-08)', () => {
  renderAdmin(<OrderBalance order={order} />, { role: 'viewer' })
  expect(isInactive(screen.getByText<HTMLButtonElement>('登記已收補款'))).toBe(true)
  cleanup()
  const { balance_due: _, total: _t, ...unpriced } = order
  renderAdmin(<OrderBalance order={unpriced} />, { role: 'packer' })
  expect(screen.getByRole('alert').textContent).toContain('尚有補款未付')
  expect(screen.queryByText('登記已收補款')).toBeNull()
})

test('lists and the page of an order name it in the place of 已付款 (AFTER-08)', () => {
  renderAdmin(<OrderProgress order={order} />)
  expect(screen.getByText('還差 NT$400')).toBeTruthy()
  expect(screen.queryByText('已付款')).toBeNull()
  cleanup()
  const { balance_due: _, ...unpriced } = order
  renderAdmin(<OrderStateChips order={unpriced} />)
  expect(screen.getByText('待補款')).toBeTruthy()
})
