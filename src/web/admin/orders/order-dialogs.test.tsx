import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import type { OrderLife } from './order-life.ts'
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
  await waitFor(() => expect(screen.getByText<HTMLButtonElement>('出貨').disabled).toBe(false))
  fireEvent.click(screen.getByText('讀取'))
  fireEvent.click(screen.getByText('出貨'))
  const second = await network.request(1)
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('Idempotency-Key')).toBe(first.headers.get('Idempotency-Key'))
  second.answer({ success: true, message: '已出貨' })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
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
    await waitFor(() => expect(submit.disabled).toBe(false))
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
