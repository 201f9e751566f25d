import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TrashEntry } from '#contract/trash.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast, toastState } from '../../ui/toast-store.ts'
import { useRestore } from '../lists/use-restore.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { RestoreCheckedDialog } from './restore-dialogs.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const coupon: TrashEntry = {
  id: 'a',
  kind: 'coupon',
  title: '週年慶',
  deleted_at: 1_780_000_000,
  by: '店主',
}
const partly = { message: '已還原 1 筆資料，1 筆未還原：優惠碼已存在', success: false }

test('entries of the trash that stay there are told with the reason', async () => {
  const nothing = () => {}
  renderAdmin(
    <RestoreCheckedDialog
      {...{ onClose: nothing, onSaved: nothing, onDeleted: nothing, onReload: nothing }}
      entries={[coupon, { ...coupon, id: 'b' }]}
    />,
  )
  fireEvent.click(screen.getByText('還原'))
  const restored = { success: true, message: '已還原 1 筆資料', failed: [] }
  ;(await network.request(0)).answer(restored)
  ;(await network.request(1)).answer({ success: false, message: '優惠碼已存在' }, 409)
  await waitFor(() => expect(toastState()).toMatchObject(partly))
})

test.each([
  ['that stay deleted', [{ id: 'b', reason: '優惠碼已存在' }], partly],
  ['that come back', [], { message: '已還原 1 筆資料', success: true }],
])('復原 after a deletion tells of entries %s', async (_, failed, toast) => {
  renderAdmin(<Undo />)
  fireEvent.click(screen.getByText('復原'))
  const reply = { success: true, message: '已還原 1 筆資料', failed }
  ;(await network.request(0)).answer(reply)
  await screen.findByText('已重新讀取')
  expect(toastState()).toMatchObject(toast)
})

function Undo() {
  const [isRead, setIsRead] = useState(false)
  const restore = useRestore(() => setIsRead(true))
  return (
    <button type="button" onClick={() => restore('coupon', ['a', 'b'])}>
      {isRead ? '已重新讀取' : '復原'}
    </button>
  )
}
