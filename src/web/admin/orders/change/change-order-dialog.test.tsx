import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderChangeReply, OrderVersion } from '#contract/order-change.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { hideToast } from '../../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../../testing/render-admin.tsx'
import type { OrderLife } from '../order-life.ts'
import { ChangeOrderDialog } from './change-order-dialog.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const product = {
  ...{ id: 'cup', title: '青瓷杯', category: '', content: '', description: '', imageUrl: '' },
  ...{ imagesUrl: [], is_enabled: 1 as const, num: 1, origin_price: 500, price: 400, unit: '個' },
}
const life: OrderLife = {
  success: true,
  order: {
    ...{ id: 'order-1', create_at: 1_780_000_000, is_paid: true, message: '', num: 1 },
    number: '260601-1',
    // The second one was added later, when it cost more.
    products: {
      a: { id: 'a', product_id: 'cup', qty: 2, total: 800, final_total: 800, product },
      b: { id: 'b', product_id: 'cup', qty: 1, total: 450, final_total: 450, product },
    },
    ...{ subtotal: 1_250, discount: 0, total: 1_250, state: 'paid', payment_state: 'paid' },
    shipment_state: 'none',
    user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
  },
  ...{ timeline: [], parcels: [], refunds: [], attempts: [], actions: [], mails: [] },
  ...{ can_change: true, is_archived: false },
}
const version = (total: number): OrderVersion => ({
  ...{ lines: [], subtotal: total, discount: 0, shipping_fee: 0, total },
  ...{ shipping: '宅配', address: '' },
})
const reply = (total: number, more: object = {}): OrderChangeReply => ({
  ...{ success: true, message: '已變更訂單', before: version(1_250), after: version(total) },
  ...{ difference: total - 1_250, refund: 1_250 - total, to_pay: 0, methods: { methods: [] } },
  ...more,
})
const submit = () => screen.getByText<HTMLButtonElement>('確定變更')
const setQuantity = (qty: string) =>
  fireEvent.change(screen.getByLabelText('數量'), { target: { value: qty } })

test('lines of one product are one, and the difference that was shown is sent (AFTER-08)', async () => {
  const onClose = vi.fn()
  renderAdmin(<ChangeOrderDialog life={life} onClose={onClose} />)
  const first = await network.request(0)
  expect(first.body).toEqual({ data: { lines: [{ product_id: 'cup', qty: 3 }], preview: true } })
  first.answer(reply(1_250, { refund: 0 }))
  expect(isInactive(submit())).toBe(true)
  setQuantity('1')
  ;(await network.request(1)).answer(reply(400))
  await screen.findByText('差額 NT$850 會退還給顧客。')
  await waitFor(() => expect(isInactive(submit())).toBe(false))
  fireEvent.click(submit())
  const sent = await network.request(2)
  expect(sent.body).toEqual({
    data: { lines: [{ product_id: 'cup', qty: 1 }], expected_difference: -850 },
  })
  sent.answer(reply(400))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a manager is told before the press that a refund needs another right (AFTER-08)', async () => {
  renderAdmin(<ChangeOrderDialog life={life} onClose={() => undefined} />, { role: 'manager' })
  ;(await network.request(0)).answer(reply(1_250, { refund: 0 }))
  setQuantity('1')
  ;(await network.request(1)).answer(reply(400))
  await screen.findByText('這筆變更需要退款，請有退款權限的人員操作')
  expect(isInactive(submit())).toBe(true)
})
