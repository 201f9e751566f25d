import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { StockCountDialog } from './stock-count-dialog.tsx'
import { toEntry } from './stock-entry.ts'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const row = { imageUrl: '', held: 0, available: 0 }
const entries = [
  toEntry({ ...row, product_id: 'cup', title: '青瓷杯', on_hand: 5 }),
  toEntry({ ...row, product_id: 'lamp', title: '吊燈', on_hand: null }),
]

test('a number that has changed meanwhile is told, and overwritten once that is confirmed', async () => {
  const onSaved = vi.fn()
  renderAdmin(
    <StockCountDialog
      entries={entries}
      onSaved={onSaved}
      onClose={() => {}}
      onReload={() => {}}
      onDeleted={() => {}}
    />,
  )
  fireEvent.change(screen.getByRole('textbox', { name: /吊燈/ }), { target: { value: '2' } })
  fireEvent.click(screen.getByText('儲存'))
  const first = await network.request(0)
  const lamp = { product_id: 'lamp', on_hand: 2, expected_on_hand: null }
  expect(first.body).toEqual({
    data: { lines: [{ product_id: 'cup', on_hand: 5, expected_on_hand: 5 }, lamp] },
  })
  const message = '庫存已變更為 4 件，請重新確認'
  first.answer(
    {
      success: false,
      code: 'STOCK_CHANGED',
      message: [`「青瓷杯」${message}`],
      lines: [{ product_id: 'cup', message, on_hand: 4 }],
    },
    409,
  )
  await screen.findByText(message)
  expect(onSaved).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('儲存'))
  const second = await network.request(1)
  expect(second.body).toEqual({
    data: { lines: [{ product_id: 'cup', on_hand: 5, expected_on_hand: 4 }, lamp] },
  })
  const notice = '「吊燈」另有 3 件已售出、尚未出貨，不計入此數量'
  second.answer({ success: true, message: '已更新庫存', notice })
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(onSaved.mock.calls[0]?.[0].message).toBe(`已更新庫存。${notice}`)
})
