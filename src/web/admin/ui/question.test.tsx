import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminGroupApi } from '#contract/admin-campaigns.ts'
import { write } from '../../api/write.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast, toastState } from '../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { confirm } from './question.tsx'

let network: HeldNetwork
const onDone = vi.fn()

beforeEach(() => {
  network = new HeldNetwork()
  onDone.mockReset()
  const run = () => write(adminGroupApi.close, { params: { id: 'group-1' } })
  const question = { title: '提前結束', text: '現在就截止。', label: '確定結束', run, onDone }
  renderAdmin(
    <button type="button" onClick={() => confirm(question)}>
      結束
    </button>,
  )
  fireEvent.click(screen.getByText('結束'))
})
afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
})

const press = () => fireEvent.click(screen.getByText('確定結束'))
const isGone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

test('a second press on what cannot be taken back sends nothing more', async () => {
  press()
  const sent = await network.request(0)
  await waitFor(() => expect(isInactive(screen.getByText('確定結束'))).toBe(true))
  press()
  sent.answer({ success: true, message: '已結束' })
  await isGone()
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(toastState().message).toBe('已結束')
  network.expectCount(1)
})

test('a question stays after a lost reply, and leaves with a refusal', async () => {
  press()
  ;(await network.request(0)).answer({ success: false, message: '系統忙碌中' }, 503)
  await waitFor(() => expect(isInactive(screen.getByText('確定結束'))).toBe(false))
  press()
  ;(await network.request(1)).answer({ success: false, message: '這個團已經結束' }, 409)
  await isGone()
  expect(onDone).not.toHaveBeenCalled()
  expect(toastState().message).toBe('這個團已經結束')
})

test('a question that was left is not answered by what came of it', async () => {
  press()
  fireEvent.click(screen.getByText('返回'))
  await isGone()
  ;(await network.request(0)).answer({ success: true, message: '已結束' })
  await waitFor(() => expect(toastState().message).toBe('已結束'))
  expect(onDone).not.toHaveBeenCalled()
})
