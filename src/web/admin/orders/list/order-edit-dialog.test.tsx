import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { hideToast } from '../../../ui/toast-store.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { OrderEditDialog } from './order-edit-dialog.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const unpaid: Order = {
  id: 'order-1',
  create_at: 1_780_000_000,
  is_paid: false,
  message: '',
  number: '260601-1',
  products: {},
  subtotal: 420,
  discount: 0,
  total: 420,
  user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
  num: 1,
  state: 'placed',
  payment_state: 'none',
  shipment_state: 'none',
}

function renderDialog() {
  const closed = { onSaved: vi.fn(), onClose: vi.fn() }
  renderAdmin(
    <OrderEditDialog
      entry={unpaid}
      onReload={() => {}}
      onDeleted={() => {}}
      onOpen={() => {}}
      {...closed}
    />,
  )
  return closed
}

test('saving nothing closes the dialog and leaves a payment of meanwhile alone', async () => {
  const { onClose } = renderDialog()
  fireEvent.click(screen.getByText('儲存'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  network.expectCount(0)
})

test('a changed payment state is saved', async () => {
  const { onSaved } = renderDialog()
  fireEvent.click(screen.getByLabelText('付款狀態'))
  fireEvent.click(screen.getByText('儲存'))
  const request = await network.request(0)
  expect(request.body).toEqual({ data: { is_paid: true } })
  request.answer({ success: true, message: '已更新訂單資訊' })
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
})
