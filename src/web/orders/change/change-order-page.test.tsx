import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderChangeReply, OrderVersion } from '#contract/order-change.ts'
import { setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { ChangeOrderPage } from './change-order-page.tsx'

const product = {
  ...{ id: 'cup', title: '青瓷杯', category: '', content: '', description: '', imageUrl: '' },
  ...{ imagesUrl: [], is_enabled: 1, num: 1, origin_price: 500, price: 400, unit: '個' },
}
const life = (more: object = {}) => ({
  success: true,
  order: {
    ...{ id: 'order', number: '261129-1', create_at: 1, is_paid: false, message: '', num: 1 },
    products: {
      a: { id: 'a', product_id: 'cup', qty: 2, total: 800, final_total: 800, product },
      b: {
        ...{ id: 'b', product_id: 'tea', variant_id: 'green', qty: 1, total: 100 },
        ...{ final_total: 100, product: { ...product, id: 'tea', title: '茶（綠）', price: 100 } },
      },
    },
    ...{ subtotal: 900, discount: 0, total: 900, state: 'placed', payment_state: 'none' },
    ...{ shipment_state: 'none', shipping: { kind: 'home', name: '宅配', fee: 0 } },
    user: { name: '王', email: 'a@b.tw', tel: '0912345678', address: '臺北市信義區 1 號' },
  },
  ...{ timeline: [], parcels: [], refunds: [], can_cancel: true, can_change: true, ...more },
})
const version = (total: number): OrderVersion => ({
  ...{ lines: [], subtotal: total, discount: 0, shipping_fee: 0, total },
  ...{ shipping: '宅配', address: '' },
})
const reply = (total: number, more: object = {}): OrderChangeReply => ({
  ...{ success: true, message: '已變更訂單', before: version(900), after: version(total) },
  ...{ difference: total - 900, refund: 0, to_pay: total, methods: { methods: [] }, ...more },
})

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
  setMemberSession(signedOutSession)
})
afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
  vi.unstubAllGlobals()
})

function open(query = '') {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter initialEntries={[`/main/order/order/change${query}`]}>
        <Routes>
          <Route path="/main/order/:id/change" element={<ChangeOrderPage />} />
          <Route path={paths.pay(':id')} element={<p>付款頁</p>} />
          <Route path="*" element={<p>訂單頁</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const stepper = (name: string, index = 0) => {
  const found = screen.getAllByRole('button', { name })[index]
  if (!found) throw new Error(`no ${name}`)
  return found
}

test('quantities are asked about as they are, and sent with the difference that was shown (AFTER-08)', async () => {
  open()
  ;(await network.request(0)).answer(life())
  ;(await network.request(1)).answer(reply(900))
  await screen.findByText('青瓷杯')
  fireEvent.click(stepper('增加數量'))
  const asked = await network.request(2)
  const lines = [
    { product_id: 'cup', qty: 3 },
    { product_id: 'tea', variant_id: 'green', qty: 1 },
  ]
  expect([asked.method, asked.body]).toEqual(['PUT', { data: { lines, preview: true } }])
  asked.answer(reply(1_300))
  await screen.findByText('NT$1,300', { selector: 'tr:last-child td' })
  fireEvent.click(screen.getByText('確定變更'))
  const sent = await network.request(3)
  expect(sent.body).toEqual({ data: { lines, expected_difference: 400 } })
  sent.answer(reply(1_300))
  // The order is read again before it is shown.
  ;(await network.request(4)).answer(life())
  await screen.findByText('訂單頁')
})

test('a coupon that is lost and a refusal are said before the press (AFTER-08)', async () => {
  open()
  ;(await network.request(0)).answer(life())
  ;(await network.request(1)).answer(reply(900))
  fireEvent.click(stepper('移除', 1))
  const lost = { lost_coupon: { code: 'SPRING', reason: '消費滿 NT$850 才能使用此優惠券' } }
  ;(await network.request(2)).answer(reply(800, { ...lost, refusal: '這筆訂單已付款' }))
  await screen.findByText(/優惠券「SPRING」不再適用：消費滿 NT\$850/)
  expect((await screen.findByRole('alert')).textContent).toBe('這筆訂單已付款')
  fireEvent.click(screen.getByText('確定變更'))
  await waitFor(() => expect(screen.getByText('將移除')).toBeTruthy())
  expect(network.requests).toHaveLength(3)
})

test('an order that is prepared, and a place in a group, lead on (AFTER-08)', async () => {
  open()
  const group = { code: 'abc', campaign_id: 'c', title: '團' }
  const { order, ...rest } = life({ can_change: undefined })
  ;(await network.request(0)).answer({ ...rest, order: { ...order, group } })
  const link = await screen.findByRole('link', { name: '前往我的團' })
  expect(link.getAttribute('href')).toContain('/member/groups')
})

test('a paid order that gets dearer says what is to be paid, and leads on to it (AFTER-08)', async () => {
  open()
  const { order, ...rest } = life()
  const paid = { ...order, is_paid: true, state: 'paid', payment_state: 'paid' }
  ;(await network.request(0)).answer({ ...rest, order: paid })
  ;(await network.request(1)).answer(reply(900, { to_pay: 0 }))
  await screen.findByText(/已付款。變更後金額較低會退還差額，較高需要補付/)
  expect(screen.queryByText(/補付 NT\$/)).toBeNull()
  fireEvent.click(stepper('增加數量'))
  ;(await network.request(2)).answer(reply(1_300, { to_pay: 400 }))
  await screen.findByText('變更後需要補付 NT$400，收到後才會出貨。')
  fireEvent.click(screen.getByText('確定變更'))
  ;(await network.request(3)).answer(reply(1_300, { to_pay: 400 }))
  ;(await network.request(4)).answer({ ...rest, order: { ...paid, balance_due: 400 } })
  await screen.findByText('付款頁')
})

test('a number for a balance that is not owed any more is not to be paid (AFTER-08)', async () => {
  open()
  const { order, ...rest } = life()
  ;(await network.request(0)).answer({ ...rest, order: { ...order, is_paid: true, state: 'paid' } })
  ;(await network.request(1)).answer(reply(900, { to_pay: 0 }))
  fireEvent.click(stepper('移除', 1))
  ;(await network.request(2)).answer(reply(800, { to_pay: 0, voids_payment: true }))
  await screen.findByText('已取得的繳費資訊不再適用，請不要再用它繳費。')
})

test('a preview that got no answer is asked for again, and nothing changed is told so (AFTER-08)', async () => {
  open()
  ;(await network.request(0)).answer(life())
  ;(await network.request(1)).answer(reply(900))
  fireEvent.click(stepper('增加數量'))
  ;(await network.request(2)).answer({ success: false, message: '系統忙碌中，請稍後再試' }, 503)
  fireEvent.click(await screen.findByText('重試'))
  ;(await network.request(3)).answer(reply(1_300))
  await screen.findByText('NT$1,300', { selector: 'tr:last-child td' })
  expect(screen.queryByText('重試')).toBeNull()
  expect(screen.getByText('變更後總計 NT$1,300')).toBeDefined()
})

test('another delivery that was begun is there again after a map has loaded the page anew (AFTER-08)', async () => {
  open('?to=home')
  ;(await network.request(0)).answer(life())
  fireEvent.click(await screen.findByText('不變更配送'))
  fireEvent.click(await screen.findByText('變更配送'))
  expect(await screen.findByText('不變更配送')).toBeDefined()
})
