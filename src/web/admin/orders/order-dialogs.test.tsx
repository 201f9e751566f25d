import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast, toastState } from '../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { CloseRestDialog } from './close-rest-dialog.tsx'
import { OrderActions } from './order-actions.tsx'
import type { OrderLife } from './order-life.ts'
import { AdminOrderPage } from './order-page.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { ReturnOrderDialog } from './return-order-dialog.tsx'
import { ShipOrderDialog } from './ship-order-dialog.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

function lineOf(id: string, title: string, qty: number): CartLine {
  return {
    id,
    product_id: id,
    qty,
    total: 420,
    final_total: 420,
    product: {
      id,
      title,
      category: '茶與咖啡',
      content: '',
      description: '',
      imageUrl: '',
      imagesUrl: [],
      is_enabled: 1,
      num: 1,
      origin_price: 580,
      price: 420,
      unit: '個',
    },
  }
}

const life: OrderLife = {
  success: true,
  order: {
    id: 'order-1',
    create_at: 1_780_000_000,
    is_paid: true,
    message: '',
    number: '260601-1',
    products: { cup: lineOf('cup', '青瓷杯', 3), board: lineOf('board', '木砧板', 1) },
    subtotal: 840,
    discount: 0,
    total: 840,
    user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
    num: 1,
    state: 'preparing',
    payment_state: 'paid',
    shipment_state: 'none',
  },
  timeline: [],
  parcels: [],
  refunds: [],
  attempts: [],
  refundable: 840,
  actions: ['ship'],
  mails: [],
  is_archived: false,
}
/** The same once the cups are in a parcel. */
const cupsShipped: OrderLife = {
  ...life,
  order: { ...life.order, products: { board: lineOf('board', '木砧板', 1) } },
}

function Dialog({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState(life)
  return (
    <>
      <button type="button" onClick={() => setShown(cupsShipped)}>
        讀取
      </button>
      <ShipOrderDialog life={shown} onClose={onClose} />
    </>
  )
}

test('a lost reply of a parcel is asked for again, with the same parcel and key', async () => {
  const onClose = vi.fn()
  renderAdmin(<Dialog onClose={onClose} />)
  const [, boards] = screen.getAllByLabelText('件數')
  if (boards) fireEvent.change(boards, { target: { value: '' } })
  fireEvent.click(screen.getByText('出貨'))
  const first = await network.request(0)
  expect(first.body).toMatchObject({ data: { lines: [{ line_id: 'cup', qty: 3 }] } })
  expect(first.headers.get('Idempotency-Key')).toBeTruthy()
  first.answer({ success: false, message: '系統忙碌中' }, 503)
  await waitFor(() => expect(isInactive(screen.getByText<HTMLButtonElement>('出貨'))).toBe(false))
  fireEvent.click(screen.getByText('讀取'))
  fireEvent.click(screen.getByText('出貨'))
  const second = await network.request(1)
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('Idempotency-Key')).toBe(first.headers.get('Idempotency-Key'))
  second.answer({ success: true, message: '已出貨' })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

const twoCups = {
  id: 'parcel-1',
  carrier: 'tcat' as const,
  tracking_number: '',
  lines: [{ line_id: 'cup', title: '青瓷杯', qty: 2 }],
  shipped_at: 1_780_000_000,
}
const partlyShipped: OrderLife = { ...life, parcels: [twoCups], actions: ['ship', 'close_rest'] }

test('「其餘不出貨」 is there where the order allows it, and for who ships (ORDERLIFE-33)', () => {
  const buttons = () => screen.queryAllByRole<HTMLButtonElement>('button', { name: '其餘不出貨' })
  renderAdmin(<OrderActions life={life} onOpen={vi.fn()} />)
  expect(buttons()).toEqual([])
  const onOpen = vi.fn()
  renderAdmin(<OrderActions life={partlyShipped} onOpen={onOpen} />)
  fireEvent.click(screen.getByRole('button', { name: '其餘不出貨' }))
  expect(onOpen).toHaveBeenCalledWith(CloseRestDialog)
  cleanup()
  renderAdmin(<OrderActions life={partlyShipped} onOpen={onOpen} />, { role: 'viewer' })
  expect(buttons().map(isInactive)).toEqual([true])
})

test('「其餘不出貨」 names the pieces, keeps its key over a lost reply and closes when refused (ORDERLIFE-33)', async () => {
  const onClose = vi.fn()
  renderAdmin(<CloseRestDialog life={partlyShipped} onClose={onClose} />)
  const dialog = screen.getByRole('alertdialog', { name: '其餘不出貨 260601-1' })
  const pieces = within(dialog).getAllByRole('listitem')
  expect(pieces.map(({ textContent }) => textContent)).toEqual(['青瓷杯 × 1', '木砧板 × 1'])
  expect(dialog.textContent).toContain('這裡不會退款')
  const press = () => fireEvent.click(within(dialog).getByRole('button', { name: '其餘不出貨' }))
  press()
  const first = await network.request(0)
  expect([first.method, first.path]).toEqual(['POST', expect.stringMatching(/order-1.close-rest$/)])
  first.answer({ success: false, message: '系統忙碌中' }, 503)
  await waitFor(() => {
    press()
    expect(network.requests).toHaveLength(2)
  })
  expect(onClose).not.toHaveBeenCalled()
  const second = await network.request(1)
  expect(second.headers.get('Idempotency-Key')).toBe(first.headers.get('Idempotency-Key'))
  expect(second.headers.get('Idempotency-Key')).toBeTruthy()
  const message = '訂單目前為「已出貨」，無法將其餘改為不出貨'
  second.answer({ success: false, code: 'ORDER_STATE', message }, 409)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(toastState().message).toBe(message)
})

test('the parcels of an order whose rest is closed say what is not shipped (ORDERLIFE-33)', () => {
  renderAdmin(<OrderParcels life={partlyShipped} />)
  expect(screen.queryByText('未出貨')).toBeNull()
  cleanup()
  const order = { ...life.order, state: 'shipped' as const }
  renderAdmin(<OrderParcels life={{ ...partlyShipped, order }} />)
  expect(screen.getByText('未出貨').parentElement?.textContent).toContain('青瓷杯 × 1、木砧板 × 1')
})

test('a lost reply of a return is asked for again with the same key, another return with another', async () => {
  const parcel = {
    id: 'parcel-1',
    carrier: 'tcat' as const,
    tracking_number: '',
    lines: [{ line_id: 'cup', title: '青瓷杯', qty: 3 }],
    shipped_at: 1_780_000_000,
  }
  renderAdmin(<ReturnOrderDialog life={{ ...life, parcels: [parcel] }} onClose={vi.fn()} />)
  fireEvent.change(screen.getByLabelText(/退貨原因/), { target: { value: '不合用' } })
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: '登記退貨' })
  const press = async (index: number) => {
    await waitFor(() => expect(isInactive(submit)).toBe(false))
    fireEvent.click(submit)
    const { answer, headers } = await network.request(index)
    answer({ success: false, message: '系統忙碌中' }, 503)
    return headers.get('Idempotency-Key')
  }
  const key = await press(0)
  expect(key).toBeTruthy()
  expect(await press(1)).toBe(key)
  fireEvent.change(screen.getByLabelText(/退款金額/), { target: { value: '500' } })
  expect(await press(2)).not.toBe(key)
})

test('a dialog that was closed while it was sent leaves the next one open', async () => {
  const actions: OrderLife['actions'] = ['cancel', 'ship']
  renderAdmin(<AdminOrderPage />, { path: '/order/:id', address: '/order/order-1' })
  ;(await network.request(0)).answer({ ...life, actions })
  fireEvent.click(await screen.findByText('新增包裹', { selector: 'button' }))
  const first = within(screen.getByRole('dialog'))
  fireEvent.click(first.getByText('出貨', { selector: 'button' }))
  const isWrite = ({ method }: { method: string }) => method === 'POST'
  const sent = await vi.waitUntil(() => network.requests.find(isWrite))
  fireEvent.click(first.getByText('關閉'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByText('取消訂單', { selector: 'button' }))
  const reason = screen.getByLabelText<HTMLTextAreaElement>(/取消原因/)
  fireEvent.change(reason, { target: { value: '顧客要求' } })
  sent.answer({ success: true, message: '已出貨' })
  await waitFor(() => expect(toastState().message).toBe('已出貨'))
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.getByDisplayValue('顧客要求')).toBe(reason)
})

test('an order without amounts has no column, sum or panel of them (MEND-81)', async () => {
  const { subtotal: _, discount: _d, total: _t, products, ...order } = life.order
  const lines = Object.entries(products).map(([id, { total: _, final_total: _f, ...line }]) => {
    return [id, line] as const
  })
  const { refundable: _r, ...others } = life
  const options = { role: 'packer', path: '/order/:id', address: '/order/order-1' } as const
  renderAdmin(<AdminOrderPage />, options)
  const reply = { ...others, order: { ...order, products: Object.fromEntries(lines) } }
  ;(await network.request(0)).answer(reply)
  await screen.findByText('青瓷杯')
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['商品', '數量'])
  expect(document.body.textContent).not.toMatch(/NT\$|NaN|小計|總計|退款/)
})
