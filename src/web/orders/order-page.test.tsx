import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Participation } from '#contract/campaigns.ts'
import { setMemberSession, signedOutSession } from '../api/member-session.ts'
import { shopConfig } from '../api/shop-config.ts'
import { paths } from '../paths.ts'
import { teaGroup, teaPlace } from '../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { hideToast, toastState } from '../ui/toast-store.ts'
import { OrderPage } from './order-page.tsx'

afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
  setMemberSession(signedOutSession)
})

async function open(reply: object, status = 200, address = paths.order('o-1')) {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path={paths.order(':id')} element={<OrderPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  ;(await network.request(0)).answer(reply, status)
  return network
}

/** Opens an order that the caller may not see. */
const openUnknown = () => open({ success: false, message: '查無此訂單' }, 404)

test('without a sign-in an unknown order may be a member’s, and the sign-in leads back to it', async () => {
  await openUnknown()
  expect(await screen.findByText('查無此訂單，若為會員訂單請先登入')).toBeTruthy()
  const link = screen.getByRole('link', { name: '登入' })
  expect(link.getAttribute('href')).toBe(paths.memberLogin({ next: paths.order('o-1') }))
})

test('the link of a mail opens the order of a guest, also for the calls that follow (DOOR-03)', async () => {
  const network = await open({ success: false }, 404, `${paths.order('o-1')}?access=token`)
  expect((await network.request(0)).path).toMatch(/\/order\/o-1\?access=token$/)
  cleanup()
  const { path } = await (await open({ success: false }, 404)).request(0)
  expect(path).toMatch(/\/order\/o-1\?access=token$/)
  sessionStorage.clear()
})

test('a member is led from an unknown order to the own ones', async () => {
  setMemberSession({ ...signedOutSession, isLoggedIn: true })
  await openUnknown()
  expect(await screen.findByText('查無此訂單')).toBeTruthy()
  const link = screen.getByRole('link', { name: '查看我的訂單' })
  expect(link.getAttribute('href')).toBe(paths.orders())
})

const user = {
  ...{ uid: 'k3Jd82', displayName: '王小明', email: 'ming@example.com', emailVerified: true },
  ...{ phoneNumber: null, photoUrl: null, createdAt: null },
}

/** The order of a place in a group, which waits for the answer about that place. */
async function openGroupOrder() {
  setMemberSession({ user, isLoggedIn: true, token: user.uid, isRestoring: false })
  const order = {
    ...{ id: 'order', number: '261126-1', num: 1, create_at: 1_800_000_000, state: 'placed' },
    ...{ payment_state: 'pending', shipment_state: 'none', is_paid: false, message: '' },
    ...{ subtotal: 100, discount: 0, total: 100, products: {} },
    ...{ is_payable: false, awaits_group: true },
    user: { name: '王小明+k3Jd82', email: user.email, tel: '0912345678', address: '台北市' },
    group: { code: teaGroup.code, campaign_id: 'tea', title: '春茶' },
  }
  const life = { order, timeline: [], parcels: [], refunds: [], can_cancel: true }
  const network = await open({ success: true, ...life })
  return async (place: Partial<Participation>) => {
    const page = { participations: [{ ...teaPlace, ...place }], pagination: {} }
    ;(await network.request(1)).answer({ success: true, ...page })
  }
}

test('the order of a place that may not be left just now cannot be cancelled (JOIN-20)', async () => {
  const answerPlace = await openGroupOrder()
  expect(await screen.findByText('取消訂單')).toBeTruthy()
  await answerPlace({ can_withdraw: false })
  expect(await screen.findByText('團購：待授權')).toBeTruthy()
  expect(screen.queryByText('取消訂單')).toBeNull()
})

test('the order of an authorised place says so, and asks for no payment (JOIN-23)', async () => {
  await (await openGroupOrder())({ state: 'authorised' })
  expect(await screen.findByText('團購：已授權')).toBeTruthy()
  expect(screen.getByText('已授權，成團後才會扣款')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '付款' })).toBeNull()
})

test('an order is bought again as far as it can be had, and the rest is said (DOOR-06)', async () => {
  const line = (id: string, title: string) => ({
    ...{ id, product_id: id, qty: 2, total: 840, final_total: 840 },
    product: { id, title, price: 420, imageUrl: '', is_enabled: 1 },
  })
  const network = await open({
    success: true,
    order: {
      ...{ id: 'o-1', number: '260601-1', num: 1, create_at: 1_780_000_000, is_paid: true },
      ...{ subtotal: 1_680, discount: 0, total: 1_680, message: '', payment_state: 'paid' },
      ...{ state: 'completed', shipment_state: 'delivered' },
      products: { cup: line('cup', '青瓷杯'), board: line('board', '木砧板') },
      user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
    },
    ...{ timeline: [], parcels: [], refunds: [], can_cancel: false },
  })
  fireEvent.click(await screen.findByRole('button', { name: '再買一次' }))
  const added = (count: number) =>
    waitFor(() => {
      const sent = network.requests.filter(({ method }) => method === 'POST')
      expect(sent).toHaveLength(count)
      return sent[count - 1]
    })
  const first = await added(1)
  expect(first?.body).toEqual({ data: { product_id: 'cup', qty: 2 } })
  const refusal = { success: false, message: '「青瓷杯」只剩 1 件', code: 'CART_STOCK_SHORT' }
  first?.answer(refusal, 409)
  ;(await added(2))?.answer({ success: false, message: '找不到產品' }, 404)
  await waitFor(() =>
    expect(toastState().message).toBe('未能加入：「青瓷杯」只剩 1 件、「木砧板」'),
  )
})

test('an order whose rest is closed says which pieces are not delivered (ORDERLIFE-33)', async () => {
  const line = (id: string, title: string, qty: number) => ({
    ...{ id, product_id: id, qty, total: 420, final_total: 420 },
    product: { id, title, price: 140, imageUrl: '', is_enabled: 1 },
  })
  const parcel = {
    ...{ id: 'parcel-1', carrier: 'tcat', tracking_number: '', shipped_at: 1_780_000_000 },
    lines: [{ line_id: 'cup', title: '青瓷杯', qty: 2 }],
  }
  await open({
    success: true,
    order: {
      ...{ id: 'o-1', number: '260601-1', num: 1, create_at: 1_780_000_000, is_paid: true },
      ...{ subtotal: 840, discount: 0, total: 840, message: '', payment_state: 'paid' },
      ...{ state: 'shipped', shipment_state: 'shipped' },
      products: { cup: line('cup', '青瓷杯', 3), board: line('board', '木砧板', 1) },
      user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
    },
    timeline: [
      { at: 1_780_000_000, kind: 'rest_closed', actor: '商店', text: '青瓷杯 × 1、木砧板 × 1' },
    ],
    ...{ parcels: [parcel], refunds: [], can_cancel: false },
  })
  const word = await screen.findByText('未出貨')
  expect(word.nextElementSibling?.textContent).toBe('青瓷杯 × 1、木砧板 × 1')
  expect(screen.getByText('其餘不出貨')).toBeTruthy()
})

const nangang = {
  ...{ chain: 'UNIMART', id: '131386', name: '南港門市', tel: '' },
  address: '臺北市南港區三重路19號',
}
const other = { ...nangang, id: '991182', name: '馥樺門市', county: '臺北市', district: '南港區' }
function storeOrder(timeline: { kind: string; text?: string }[], state = 'preparing') {
  const at = { at: 1_793_500_000, actor: '系統' }
  const order = {
    ...{ id: 'o-1', number: '261101-1', num: 1, create_at: 1_793_000_000, state, message: '' },
    ...{ payment_state: 'paid', shipment_state: 'none', is_paid: true, products: {} },
    ...{ subtotal: 100, discount: 0, total: 100 },
    shipping: { kind: 'store', name: '超商取貨', fee: 0, store: nangang },
    user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '' },
  }
  return {
    ...{ success: true, order, parcels: [], refunds: [], can_cancel: false },
    timeline: timeline.map((event) => ({ ...at, ...event })),
  }
}

test('the shopper of a closed store chooses another one of its chain on the page of the order (SHIP-08)', async () => {
  const network = await open(storeOrder([{ kind: 'store_closed' }]))
  const find = (method: string, path: string) =>
    waitFor(() => {
      const found = network.requests.findLast(
        (one) => one.method === method && one.path.includes(path),
      )
      if (!found) throw new Error(`no ${method} ${path} so far`)
      return found
    })
  expect(await screen.findByText(/7-ELEVEN 南港門市（131386）已關閉/)).toBeTruthy()
  // The list may still have the one that has closed.
  const closed = { ...other, id: '131386', name: '南港門市' }
  ;(await find('GET', '/store-choice')).answer({ success: true, recent: [closed, other] })
  await screen.findByRole('button', { name: /馥樺門市/ })
  expect(screen.queryByRole('button', { name: /南港門市/ })).toBeNull()
  fireEvent.change(await screen.findByLabelText('店名、店號或路名'), { target: { value: '馥樺' } })
  ;(await find('GET', '/stores?')).answer({ success: true, stores: [closed, other] })
  // The map would choose a store for the next order.
  expect(screen.queryByRole('button', { name: /用地圖選/ })).toBeNull()
  const found = within(await screen.findByRole('list', { name: '門市' }))
  expect(found.queryByRole('button', { name: /南港門市/ })).toBeNull()
  fireEvent.click(await found.findByRole('button', { name: /馥樺門市/ }))
  // A slip of the thumb changes nothing: the choice is for good.
  expect(network.requests.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.click(await screen.findByRole('button', { name: '改到這間門市' }))
  const sent = await find('POST', '/order/o-1/store')
  expect(sent.body).toEqual({ data: { chain: 'UNIMART', store_id: '991182' } })
  sent.answer({ success: true, message: '已更換取貨門市' })
  const changed = storeOrder([{ kind: 'store_closed' }, { kind: 'store_changed' }])
  const reads = await waitFor(() => {
    const found = network.requests.filter(({ path }) => /\/order\/o-1(\?|$)/.test(path))
    expect(found).toHaveLength(2)
    return found
  })
  reads[1]?.answer(changed)
  await waitFor(() => expect(screen.queryByText(/已關閉/)).toBeNull())
})

test('a parcel that waits in a store is the first that an order tells (SHIP-08)', async () => {
  const text = '7-ELEVEN 南港門市（131386），請於 12/05 前取貨'
  await open(storeOrder([{ kind: 'store_closed' }, { kind: 'at_store', text }]))
  expect(await screen.findByRole('heading', { name: '包裹已到店' })).toBeTruthy()
  expect(screen.getByText(`${text}，請攜帶證件。`)).toBeTruthy()
  expect(screen.queryByText('請重新選擇取貨門市')).toBeNull()
})

test.each([
  ['that is over', [{ kind: 'store_closed' }], 'completed'],
  ['whose store has not closed', [], 'preparing'],
])('an order %s asks for no other store (SHIP-08)', async (_, timeline, state) => {
  await open(storeOrder(timeline, state))
  await screen.findByText('7-ELEVEN 南港門市（131386）')
  expect(screen.queryByRole('button', { name: /南港門市|馥樺門市/ })).toBeNull()
  expect(screen.queryByText('請重新選擇取貨門市')).toBeNull()
})

test('an order that is paid at the pick-up asks for no money, says how much, and may be paid before (SHIP-09)', async () => {
  const order = {
    ...{ id: 'o-1', number: '261130-1', num: 1, create_at: 1_800_000_000, state: 'placed' },
    ...{ payment_state: 'none', payment_method: 'on_delivery', shipment_state: 'none' },
    ...{ is_paid: false, message: '', subtotal: 500, discount: 0, total: 500, products: {} },
    user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '台北市' },
  }
  const life = { timeline: [], parcels: [], refunds: [], can_cancel: true }
  await open({ success: true, order, ...life })
  expect(await screen.findByText('到店取貨時請付 NT$500，不需要先付款。')).toBeTruthy()
  expect(screen.getByText('取貨付款')).toBeTruthy()
  expect(screen.getByText('待出貨')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '付款' })).toBeNull()
  expect(screen.getByRole('link', { name: '改用線上付款' }).getAttribute('href')).toBe(
    paths.pay('o-1'),
  )
  cleanup()
  // A shop without a gateway takes no money online.
  const { payments } = shopConfig
  shopConfig.payments = 'manual'
  await open({ success: true, order, ...life })
  expect(await screen.findByText('到店取貨時請付 NT$500，不需要先付款。')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '改用線上付款' })).toBeNull()
  shopConfig.payments = payments
  cleanup()
  const shipping = {
    method: '超商取貨',
    store: { chain: 'UNIMART', id: '131386', name: '南港門市' },
  }
  const timeline = [{ kind: 'not_picked_up', at: 1_800_000_000, by: '系統' }]
  await open({ success: true, order: { ...order, state: 'shipped', shipping }, ...life, timeline })
  expect(await screen.findByRole('heading', { name: '包裹逾期未取' })).toBeTruthy()
  expect(screen.queryByText(/到店取貨時請付/)).toBeNull()
  cleanup()
  await open({ success: true, order: { ...order, state: 'preparing' }, ...life })
  expect(await screen.findByText('到店取貨時請付 NT$500，不需要先付款。')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '改用線上付款' })).toBeNull()
})

test('a paid order that a change has made dearer says what is missing, and leads to its payment (AFTER-08)', async () => {
  const order = {
    ...{ id: 'o-1', number: '260601-1', num: 1, create_at: 1_780_000_000, is_paid: true },
    ...{ subtotal: 1_500, discount: 0, total: 1_500, balance_due: 400, message: '' },
    ...{ state: 'paid', payment_state: 'paid', shipment_state: 'none', products: {} },
    user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
  }
  const life = { timeline: [], parcels: [], refunds: [], can_cancel: true, can_change: true }
  await open({ success: true, order, ...life })
  const link = await screen.findByRole('link', { name: '補付 NT$400' })
  expect(link.getAttribute('href')).toBe(paths.pay('o-1'))
  expect(screen.getByText('還差 NT$400')).toBeTruthy()
  expect(screen.queryByText('已付款')).toBeNull()
  expect(screen.getByText(/不補付時，可以再變更訂單/)).toBeTruthy()
  expect(screen.queryByText('再買一次')).toBeNull()
})

describe('併單出貨 (AFTER-09)', () => {
  const order = {
    ...{ id: 'o-1', number: '261130-1', num: 1, create_at: 1_800_000_000, state: 'paid' },
    ...{ payment_state: 'paid', shipment_state: 'none', is_paid: true, message: '' },
    ...{ subtotal: 500, discount: 0, shipping_fee: 60, total: 560, products: {} },
    user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '台北市' },
  }
  const lifeWith = (merge: object) => ({
    ...{ success: true, order, timeline: [], parcels: [], refunds: [], can_cancel: true },
    merge: { with: [], offers: [], left_out: [], ...merge },
  })
  const written = (network: HeldNetwork, method: string) =>
    waitFor(() => {
      const found = network.requests.find((request) => request.method === method)
      if (!found) throw new Error(`no ${method} so far`)
      return found
    })
  /** A read of the order, counted from 1. */
  const read = (network: HeldNetwork, count: number) =>
    waitFor(() => {
      const reads = network.requests.filter(({ path }) => /\/order\/o-1(\?|$)/.test(path))
      const found = reads[count - 1]
      if (!found) throw new Error(`${reads.length} reads so far`)
      return found
    })
  const others = [
    { id: 'o-2', number: '261130-2' },
    { id: 'o-3', number: '261130-3', awaits_goods: true },
  ]

  test('says what one parcel saves, and has it with one press', async () => {
    const left_out = [{ number: '261130-4', reason: '超過可寄送的重量上限 5 公斤' }]
    const network = await open(lifeWith({ offers: others, left_out, saving: 120, waits: true }))
    const button = await screen.findByRole('button', { name: '併單出貨，少付運費 NT$120' })
    const section = within(screen.getByRole('region', { name: '併單出貨' }))
    expect(section.getByRole('link', { name: '261130-2' }).getAttribute('href')).toBe(
      paths.order('o-2'),
    )
    expect(section.getByText(/會等全部到齊再一起寄出/)).toBeTruthy()
    expect(section.getByText(/訂單 261130-4 裝不進同一個包裹：超過可寄送的重量/)).toBeTruthy()
    fireEvent.click(button)
    const sent = await written(network, 'POST')
    expect([sent.method, sent.body]).toEqual([
      'POST',
      { data: { with: ['o-2', 'o-3'], expected_saving: 120 } },
    ])
    expect(sent.path).toMatch(/\/order\/o-1\/merge(\?|$)/)
    sent.answer({ success: true, message: '已改為併單出貨' })
    const merged = lifeWith({ with: others, saving: 120, can_split: true })
    ;(await read(network, 2)).answer(merged)
    expect(await screen.findByText(/裝在同一個包裹/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '分開寄' }))
    const { path } = await written(network, 'DELETE')
    expect(path).toMatch(/\/order\/o-1\/merge(\?|$)/)
  })

  test('without a fee to save it still comes in one piece; once it is packed nothing is to be pressed', async () => {
    await open(lifeWith({ offers: others.slice(0, 1), saving: 0 }))
    expect(await screen.findByRole('button', { name: '併單出貨，一次收到' })).toBeTruthy()
    expect(screen.queryByText(/只收一次運費/)).toBeNull()
    cleanup()
    await open(lifeWith({ with: others, saving: 0 }))
    expect(await screen.findByText(/裝在同一個包裹/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /併單|分開寄/ })).toBeNull()
  })
})

test('the invoices of an order stand with number, random number and carrier', async () => {
  const choice = { kind: 'person', carrier_type: 'mobile', carrier: '/ABC+123' }
  const issued = { state: 'issued', number: 'AB12345678', random: '4321', date: 1_795_900_000 }
  const invoices = [
    { state: 'pending', amount: 200, choice },
    { ...issued, amount: 2_000, allowed: 300, choice },
    { ...issued, state: 'voided', number: 'AB12345677', amount: 2_000 },
  ]
  const order = {
    ...{ id: 'order', number: '261126-1', num: 1, create_at: 1_800_000_000, state: 'shipped' },
    ...{ payment_state: 'paid', shipment_state: 'shipped', is_paid: true, message: '' },
    ...{ subtotal: 100, discount: 0, total: 100, products: {}, invoice: invoices[0], invoices },
    user: { name: '王小明', email: user.email, tel: '0912345678', address: '台北市' },
  }
  const life = { success: true, order, timeline: [], parcels: [], refunds: [], can_cancel: false }
  await open(life)
  const section = within(await screen.findByRole('region', { name: '電子發票' }))
  expect(section.getByText('發票開立中')).toBeTruthy()
  expect(section.getByText('AB12345678')).toBeTruthy()
  expect(section.getByText('隨機碼 4321・NT$2,000，已折讓 NT$300')).toBeTruthy()
  expect(section.getAllByText('個人・手機條碼 /ABC+123')).toHaveLength(2)
  expect(section.getByText('AB12345677（已作廢）')).toBeTruthy()
})
