import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendAsAdmin } from '../../api/admin-calls.ts'
import { ApiError } from '../../api/api-error.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
  renderAdmin(null)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const question = () => screen.findByRole('dialog', { name: '請再次確認身分' })

/** A call that asks for a proof at first. */
function send(reply: string): Promise<string> {
  let isAsked = false
  return sendAsAdmin(async () => {
    if (isAsked) return reply
    isAsked = true
    throw new ApiError(403, ['請再次確認身分'], { code: 'CONFIRMATION_REQUIRED' })
  })
}

test('one proof answers all calls that wait for it', async () => {
  const calls = Promise.all([send('one'), send('two')])
  await question()
  fireEvent.change(screen.getByLabelText(/^密碼/), { target: { value: 'warm-tea-7' } })
  fireEvent.click(screen.getByText('確認'))
  ;(await network.request(0)).answer({ success: true, message: '' })
  expect(await calls).toEqual(['one', 'two'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('「取消」 refuses all calls that wait, and the next one asks again', async () => {
  const calls = Promise.allSettled([send('one'), send('two')])
  await question()
  fireEvent.click(screen.getByText('取消'))
  expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const later = Promise.allSettled([send('three')])
  await question()
  fireEvent.click(screen.getByText('取消'))
  await later
})
