import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { LineLoginPanel } from './line-login-panel.tsx'
import { UnsavedForms } from './unsaved-forms.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
  setAdminToken('token', Date.now() + 3_600_000)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearAdminToken()
})

test('the channel is saved with the secret that was typed, and shows the callback to register (LINE-01)', async () => {
  renderAdmin(
    <UnsavedForms>
      <LineLoginPanel />
    </UnsavedForms>,
  )
  const line_login = {
    ...{ version: 2, values: { is_on: false, channel_id: '' }, fixed: [], channel_secret: null },
    ...{ is_unreadable: false, is_working: false, callback_url: 'https://shop.example/back' },
  }
  ;(await network.request(0)).answer({ success: true, line_login })
  expect(screen.queryByLabelText('Channel ID')).toBeNull()
  fireEvent.click(await screen.findByLabelText('讓會員使用 LINE 登入'))
  expect(screen.getByText(/https:\/\/shop\.example\/back/)).toBeTruthy()
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Channel ID', ' 2007000001 ')
  type('Channel secret', 'typed')
  type('LIFF ID（選填）', 'https://liff.line.me/2007000001-AbcdEfgh')
  fireEvent.click(screen.getByRole('button', { name: '儲存' }))
  expect((await network.request(1)).body).toEqual({
    data: {
      version: 2,
      values: { is_on: true, channel_id: '2007000001', liff_id: '2007000001-AbcdEfgh' },
      channel_secret: 'typed',
    },
  })
})
