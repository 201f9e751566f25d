import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShipmentView } from '#contract/shipment-states.ts'
import type { Shipment } from '#contract/shipments.ts'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { OrderShipments } from './order-shipments.tsx'
import { AdminShipmentListPage } from './shipment-list-page.tsx'

let network: HeldNetwork
const answered = new Set<unknown>()
beforeEach(() => {
  network = new HeldNetwork()
  setAdminToken('token', Date.now() + 3_600_000)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  clearAdminToken()
})

const parcel: Shipment = {
  ...{ id: 'S1', order_id: 'A', number: '261101-1', name: '王小明', create_at: 1_793_500_000 },
  store: { chain: 'UNIMART', id: '131386', name: '南港門市', address: '臺北市南港區三重路19號' },
  ...{ state: 'made', code: 'D88037821467', hand_in_until: '2026-11-05', can_cancel: true },
}
const pagination = {
  ...{ total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
}
const reply = (shipments: Shipment[], more: object = {}) => ({
  ...{ success: true, shipments, pagination, messages: [], is_on: true },
  ...{ counts: { to_hand_in: 2, problem: 1 }, ...more },
})

async function find(method: string, path: string) {
  const request = await waitFor(() => {
    const found = network.requests.find(
      (one) => one.method === method && one.path.includes(path) && !answered.has(one),
    )
    if (!found) throw new Error(`no ${method} ${path} so far`)
    return found
  })
  answered.add(request)
  return request
}

async function open(view: ShipmentView, shipments: Shipment[], more: object = {}) {
  const path = `${paths.adminShipments()}/*`
  renderAdmin(<AdminShipmentListPage />, { path, address: paths.adminShipments(view) })
  const asked = await find('GET', '/admin/shipments')
  asked.answer(reply(shipments, more))
  await screen.findByRole('navigation', { name: '超商寄件' })
  return asked
}

test('the views lie side by side with what waits in each; one is asked for alone (SHIP-07)', async () => {
  const asked = await open('to_hand_in', [parcel])
  expect(asked.path).toContain('view=to_hand_in')
  expect(await screen.findByText('D88037821467')).toBeTruthy()
  expect(screen.getByText('2026/11/05')).toBeTruthy()
  const views = within(screen.getByRole('navigation', { name: '超商寄件' }))
  const current = views.getByRole('link', { current: 'page' })
  await waitFor(() => expect(current.textContent).toBe('待寄件2'))
  fireEvent.click(views.getByRole('link', { name: /有問題/ }))
  expect((await find('GET', '/admin/shipments')).path).toContain('view=problem')
})

test('parcels of many orders are made by a run, which says that it cannot be undone (SHIP-07)', async () => {
  const { state: _, code: __, hand_in_until: ___, ...order } = parcel
  const orders = ['A', 'B'].map((id) => ({ ...order, id, order_id: id, can_cancel: false }))
  await open('to_make', orders)
  for (const box of await screen.findAllByRole('checkbox')) {
    if (!(box as HTMLInputElement).checked) fireEvent.click(box)
  }
  fireEvent.click(await screen.findByRole('button', { name: '批次操作' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '建立寄件單' }))
  const trial = await find('POST', '/admin/run')
  expect(trial.body).toMatchObject({
    data: { kind: 'store_shipments', action: 'make', ids: ['A', 'B'], is_trial: true },
  })
  const cannot = [{ id: 'B', title: '261101-2', reason: '商品待到貨' }]
  trial.answer({ success: true, will_change: 1, cannot })
  await screen.findByText('1 筆將建立寄件單，1 筆無法變更')
  expect(screen.getByText(/不會重複建立/)).toBeTruthy()
  expect(screen.queryByText(/可以復原/)).toBeNull()
})

test('labels open one after another in a window of the provider (SHIP-07)', async () => {
  const posted: { target: string; action: string; fields: FormData }[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    posted.push({ target: this.target, action: this.action, fields: new FormData(this) })
  })
  await open('to_hand_in', [parcel, { ...parcel, id: 'S2', number: '261101-2' }])
  for (const box of await screen.findAllByRole('checkbox')) {
    if (!(box as HTMLInputElement).checked) fireEvent.click(box)
  }
  fireEvent.click(await screen.findByRole('button', { name: '列印寄件標籤' }))
  const asked = await find('POST', '/admin/shipments/labels')
  expect(asked.body).toEqual({ data: { ids: ['S1', 'S2'], is_opened: false } })
  const form = (id: string, number: string) => ({
    ...{ id, number, code: `D-${id}`, action: 'https://logistics.example/print' },
    fields: { AllPayLogisticsID: id },
  })
  asked.answer({
    ...{ success: true, labels: [form('S1', '261101-1'), form('S2', '261101-2')] },
    left_out: [],
  })
  fireEvent.click(await screen.findByRole('button', { name: '開啟第一張' }))
  // Each counts as printed when it is opened.
  expect((await find('POST', '/admin/shipments/labels')).body).toEqual({ data: { ids: ['S1'] } })
  fireEvent.click(await screen.findByRole('button', { name: '開啟下一張（1 / 2）' }))
  expect(posted.map(({ fields }) => fields.get('AllPayLogisticsID'))).toEqual(['S1', 'S2'])
  expect(new Set(posted.map(({ target }) => target)).size).toBe(1)
  expect(posted[0]).toMatchObject({ action: 'https://logistics.example/print' })
  expect(posted[0]?.target).not.toBe('')
  expect(await screen.findByText('2 張都開啟過了')).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: '再開一次' })[0] as Element)
  expect(posted[2]?.fields.get('AllPayLogisticsID')).toBe('S1')
})

test('whoever was interrupted goes on behind the label that was opened last (SHIP-11)', async () => {
  const printed = { ...parcel, printed_at: 1_793_500_000 }
  await open('to_hand_in', [printed, { ...parcel, id: 'S2', number: '261101-2' }])
  for (const box of await screen.findAllByRole('checkbox')) {
    if (!(box as HTMLInputElement).checked) fireEvent.click(box)
  }
  fireEvent.click(await screen.findByRole('button', { name: '列印寄件標籤' }))
  const label = (id: string) => ({
    ...{ id, number: id, code: `D-${id}`, action: 'https://logistics.example/print', fields: {} },
  })
  ;(await find('POST', '/admin/shipments/labels')).answer({
    ...{ success: true, labels: ['S1', 'S2'].map(label), left_out: [] },
  })
  expect(await screen.findByRole('button', { name: '開啟下一張（1 / 2）' })).toBeTruthy()
})

test('a shop without an account or a sender is told where to go (SHIP-07)', async () => {
  await open('to_make', [], { is_on: false })
  expect(await screen.findByText(/還沒有設定超商物流/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '前往設定' }).getAttribute('href')).toBe(
    paths.adminSettings('shipping'),
  )
})

test('the page of an order tells each parcel with its states, newest first (SHIP-08)', async () => {
  renderAdmin(<OrderShipments orderId="A" />)
  const events = [
    { at: 1_793_500_000, state: 'made', code: '300', message: '訂單處理中(已收到訂單資料)' },
    { at: 1_793_600_000, state: 'at_store', code: '2073', message: '商品已送達門市' },
    { at: 1_793_700_000, code: '9999', message: '' },
  ]
  const at = { state: 'at_store', pick_up_until: '2026-11-12', can_cancel: false }
  const asked = await find('GET', '/admin/order/A/shipments')
  asked.answer({ success: true, refusal: '已有寄件單', shipments: [{ ...parcel, ...at, events }] })
  expect(await screen.findByText('7-ELEVEN 南港門市（131386）')).toBeTruthy()
  expect(screen.getByText('顧客可取貨到 2026/11/12')).toBeTruthy()
  const told = within(screen.getByRole('list', { name: '貨態' })).getAllByRole('listitem')
  expect(told.map(({ textContent }) => textContent?.replace(/^\S+ \S+ /, ''))).toEqual([
    '代碼 9999',
    '商品已送達門市',
    '訂單處理中(已收到訂單資料)',
  ])
  expect(screen.queryByRole('button', { name: '建立寄件單' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '查詢狀態' }))
  fireEvent.click(await screen.findByRole('button', { name: '查詢' }))
  const sent = await find('POST', '/admin/shipment/S1/ask')
  await act(async () => sent.answer({ success: true, message: '已查詢最新狀態' }))
  // It is read anew.
  await find('GET', '/admin/order/A/shipments')
})

test('an order without a parcel says why, or lets one be made (SHIP-07)', async () => {
  renderAdmin(<OrderShipments orderId="A" />)
  ;(await find('GET', '/admin/order/A/shipments')).answer({ success: true, shipments: [] })
  expect(await screen.findByText('還沒有寄件單')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '建立寄件單' }))
  const trial = await find('POST', '/admin/run')
  expect(trial.body).toMatchObject({ data: { action: 'make', ids: ['A'], is_trial: true } })
})

test('what is collected stands beside the store, and a sum that is wrong at the parcel (SHIP-09)', async () => {
  const collects_fault = '寄件單會代收 NT$500，但訂單已付款或已取消。請取消這張寄件單'
  await open('problem', [{ ...parcel, collects: 500, collects_fault }])
  expect((await screen.findAllByText('取貨付款 NT$500')).length).toBeGreaterThan(0)
  expect(screen.getAllByText(collects_fault).length).toBeGreaterThan(0)
})
