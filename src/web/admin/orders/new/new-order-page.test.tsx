import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CustomerDetail } from '#contract/customers.ts'
import { defaultSettings } from '#contract/settings.ts'
import type { ShippingMethod } from '#contract/shipping.ts'
import { brand, setLook, shopSettings } from '../../../api/shop-config.ts'
import { paths } from '../../../paths.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { hideToast } from '../../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../../testing/render-admin.tsx'
import { NewOrderPage } from './new-order-page.tsx'

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
const mug = { id: 'mug', title: '馬克杯', price: 420, picture: '', is_enabled: 1 }
const orders = () => network.requests.filter(({ method }) => method === 'POST')
const read = (part: string) =>
  vi.waitUntil(() => network.requests.findLast(({ path }) => path.includes(part)))
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)

function Address() {
  return <output>{useLocation().pathname}</output>
}
const open = (address = paths.adminNewOrder()) =>
  renderAdmin(
    <>
      <Address />
      <NewOrderPage />
    </>,
    { address },
  )

/** Answers the quote of these lines. */
async function quote(lines: string, total: number) {
  const asked = await read(`order-quote?lines=${encodeURIComponent(lines)}&charges_shipping=1`)
  const amounts = { prices: [total - 80], subtotal: total - 80, shipping_fee: 80, total }
  asked.answer({ success: true, ...amounts })
  await screen.findByText(`NT$${total}`)
}

async function chooseMug() {
  await userEvent.type(await screen.findByLabelText('加入商品'), '馬')
  const search = await read(`choices?q=${encodeURIComponent('馬')}`)
  search.answer({ success: true, products: [mug], has_more: false })
  await userEvent.click(await screen.findByRole('option', { name: /馬克杯/ }))
}

test('an order is sent with the total of its quote; a lost reply is asked for again (DOOR-43)', async () => {
  open(paths.adminNewOrder('7'))
  ;(await read('/customer/7')).answer({ success: true, customer })
  await chooseMug()
  const create = screen.getByText<HTMLButtonElement>('建立訂單')
  fireEvent.click(create)
  expect(orders()).toEqual([])
  await quote('mug:1', 500)
  fireEvent.click(create)
  const first = await vi.waitUntil(() => orders()[0])
  expect(first.body).toMatchObject({
    data: {
      ...{ customer_id: '7', products: [{ product_id: 'mug', qty: 1 }] },
      ...{ charges_shipping: 1, expected_total: 500 },
    },
  })
  expect(first.headers.get('Idempotency-Key')).toBeTruthy()
  first.answer({ success: false, message: '系統忙碌中' }, 503)
  await waitFor(() => expect(isInactive(create)).toBe(false))
  fireEvent.click(create)
  const second = await vi.waitUntil(() => orders()[1])
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('Idempotency-Key')).toBe(first.headers.get('Idempotency-Key'))
  second.answer({ success: true, message: '已建立訂單', orderId: 'order-2' })
  await screen.findByText(paths.adminOrder('order-2'))
})

test('a known customer is offered while the telephone is typed, and can be let go again (DOOR-06)', async () => {
  open()
  await userEvent.type(field(/^電話/), '0912')
  ;(await read('q=0912')).answer({
    success: true,
    customers: [customer],
    pagination: { total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
    messages: [],
  })
  await screen.findByRole('option', { name: /王小明/ })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  ;(await read('/customer/7')).answer({ success: true, customer })
  await waitFor(() => expect(field(/^地址/).value).toBe('臺北市'))
  expect([field(/^姓名/).value, field(/^電子信箱/).value, field(/^電話/).value]).toEqual([
    '王小明',
    'ming@example.com',
    '0912345678',
  ])
  await screen.findByText('訪客「王小明」的訂單')
  await chooseMug()
  await quote('mug:1', 500)
  await userEvent.click(screen.getByText('改為新顧客'))
  fireEvent.change(field(/^電子信箱/), { target: { value: '沒有' } })
  fireEvent.click(screen.getByText('建立訂單'))
  await screen.findByText('Email 格式不正確')
  expect(orders()).toEqual([])
  fireEvent.change(field(/^電子信箱/), { target: { value: 'new@example.com' } })
  fireEvent.click(screen.getByText('建立訂單'))
  const { body } = await vi.waitUntil(() => orders()[0])
  expect(body).toMatchObject({ data: { user: { name: '王小明', email: 'new@example.com' } } })
  expect(body).not.toHaveProperty('data.customer_id')
})

test('of a product with options the variants are asked for, and several can be added (VAR-10)', async () => {
  open(paths.adminNewOrder('7'))
  ;(await read('/customer/7')).answer({ success: true, customer })
  await userEvent.type(await screen.findByLabelText('加入商品'), '蝦')
  const variants = ['原味', '辣味'].map((title, index) => ({
    ...{ id: `c${index}`, title, price: 120 + 10 * index },
  }))
  const crackers = { ...mug, id: 'c0', title: '蝦餅', price: 120, variants }
  const search = await read(`choices?q=${encodeURIComponent('蝦')}`)
  search.answer({ success: true, products: [crackers], has_more: false })
  await userEvent.click(await screen.findByRole('option', { name: /蝦餅/ }))
  for (const name of ['原味 NT$120', '辣味 NT$130']) {
    await userEvent.click(screen.getByRole('button', { name }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name }))
  }
  await userEvent.click(screen.getByText('完成'))
  expect(document.activeElement).toBe(field(/^加入商品/))
  expect(screen.getByRole('group', { name: '蝦餅（辣味）' })).toBeTruthy()
  await quote('c0:c0:1,c0:c1:1', 330)
  fireEvent.click(screen.getByText('建立訂單'))
  const sent = await vi.waitUntil(() => orders()[0])
  const products = ['c0', 'c1'].map((variant_id) => ({ product_id: 'c0', variant_id, qty: 1 }))
  expect(sent.body).toMatchObject({ data: { products } })
})

test('of several methods one is chosen: a pick-up has no address, and says what it cannot carry (SHIP-04)', async () => {
  const method = (id: string, kind: ShippingMethod['kind'], name: string): ShippingMethod => ({
    ...{ id, kind, name, fee: 0, free_over: null, outlying: { mode: 'same' }, cod: false },
    temperatures: ['normal'],
  })
  const place = (id: string) => ({ id, name: `${id} 店`, address: '臺北市', hours: '' })
  const own = { ...method('own', 'place', '自取'), places: [place('a'), place('b')] }
  const delivery = [method('home', 'home', '宅配'), own, method('store', 'store', '超商取貨')]
  const { shipping } = defaultSettings
  setLook({ shop: shopSettings, brand, terms: { shipping, delivery, methods: [] } })
  open(paths.adminNewOrder('7'))
  ;(await read('/customer/7')).answer({ success: true, customer })
  const choice = await screen.findByLabelText('配送方式')
  expect([...choice.querySelectorAll('option')].map(({ text }) => text)).toEqual(['宅配', '自取'])
  await chooseMug()
  fireEvent.change(choice, { target: { value: 'own' } })
  expect(screen.queryByLabelText(/^地址/)).toBeNull()
  fireEvent.change(screen.getByLabelText('取貨地點'), { target: { value: 'b' } })
  const asked = await read('shipping_method=own')
  const refused = { id: 'own', kind: 'place', name: '自取', cod: false, is_offered: false }
  const offer = { methods: [{ ...refused, reason: '無法配送冷凍商品「馬克杯」' }] }
  const amounts = { prices: [420], subtotal: 420, shipping_fee: 0, total: 420 }
  asked.answer({ success: true, ...amounts, shipping: offer })
  await screen.findByText('無法配送冷凍商品「馬克杯」')
  fireEvent.click(screen.getByText('建立訂單'))
  const { body } = await vi.waitUntil(() => orders()[0])
  expect(body).toMatchObject({ data: { shipping: { method_id: 'own', place_id: 'b' } } })
  expect((body as { data: { user: object } }).data.user).not.toHaveProperty('address')
  setLook({ shop: shopSettings, brand, terms: { shipping, methods: [] } })
})
