import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CustomerDetail } from '#contract/customers.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { NewOrderDialog } from './new-order-dialog.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const customer: CustomerDetail = {
  id: '7',
  name: '王小明',
  email: 'ming@example.com',
  tel: '0912345678',
  address: '臺北市',
  orders: 1,
  spent: 420,
  first_order: 1_780_000_000,
  last_order: 1_780_000_000,
  tags: [],
  is_barred: false,
  may_be: [],
}
const mug = { id: 'mug', title: '馬克杯', price: 420 }
const orders = () => network.requests.filter(({ method }) => method === 'POST')

test('a product is searched by the word that is typed, not by each of its beginnings', async () => {
  renderAdmin(<NewOrderDialog customer={customer} onClose={() => undefined} />)
  const field = screen.getByRole('combobox', { name: '加入商品' })
  // Without the focus the field empties itself.
  fireEvent.focus(field)
  for (const value of ['馬', '馬克', '馬克杯']) fireEvent.change(field, { target: { value } })
  const { path } = await network.request(0)
  expect(new URL(path, location.href).searchParams.get('q')).toBe('馬克杯')
  network.expectCount(1)
})

test('a lost reply is asked for again, with the same order and key', async () => {
  const onClose = vi.fn()
  renderAdmin(<NewOrderDialog customer={customer} onClose={onClose} />)
  await userEvent.type(screen.getByLabelText('加入商品'), '馬')
  ;(await network.request(0)).answer({ success: true, products: [mug] })
  await userEvent.click(await screen.findByRole('option', { name: '馬克杯' }))
  const create = screen.getByText<HTMLButtonElement>('建立訂單')
  fireEvent.click(create)
  const first = await vi.waitUntil(() => orders()[0])
  expect(first.body).toMatchObject({ data: { products: [{ product_id: 'mug', qty: 1 }] } })
  expect(first.headers.get('Idempotency-Key')).toBeTruthy()
  first.answer({ success: false, message: '系統忙碌中' }, 503)
  await waitFor(() => expect(isInactive(create)).toBe(false))
  fireEvent.click(create)
  const second = await vi.waitUntil(() => orders()[1])
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('Idempotency-Key')).toBe(first.headers.get('Idempotency-Key'))
  second.answer({ success: true, message: '已建立訂單', orderId: 'order-2' })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('Enter in the search for a product searches, and leaves the order unsent', async () => {
  renderAdmin(<NewOrderDialog customer={customer} onClose={() => undefined} />)
  const field = screen.getByLabelText('加入商品')
  await userEvent.type(field, '馬')
  ;(await network.request(0)).answer({ success: true, products: [mug] })
  await userEvent.click(await screen.findByRole('option', { name: '馬克杯' }))
  await userEvent.type(field, '燈{Enter}')
  const search = await network.request(1)
  expect(search.method).toBe('GET')
  search.answer({ success: true, products: [{ id: 'lamp', title: '檯燈', price: 900 }] })
  await screen.findByRole('option', { name: '檯燈' })
  await userEvent.type(field, '{ArrowDown}{Enter}')
  expect(screen.getByText('檯燈')).toBeTruthy()
  expect(orders()).toEqual([])
})
