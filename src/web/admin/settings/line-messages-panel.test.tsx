import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { LineMessagesPanel } from './line-messages-panel.tsx'
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

const stored = {
  version: 2,
  values: { is_on: false, line_id: '' },
  fixed: [],
  secrets: { channel_secret: null, access_token: null },
  is_unreadable: false,
  webhook_url: 'https://shop.example/v2/line/webhook',
  receivers: 0,
}

async function open(changes: object = {}) {
  renderAdmin(
    <UnsavedForms>
      <LineMessagesPanel />
    </UnsavedForms>,
  )
  const read = await network.request(0)
  expect(read.path).toContain('/admin/settings/line-messages')
  read.answer({ success: true, line_messages: { ...stored, ...changes } })
}

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

test('an official account is a switch until it is on, then its keys and the webhook (LINE-03)', async () => {
  await open()
  const toggle = await screen.findByRole('checkbox', { name: /以 LINE 通知成團/ })
  expect(screen.queryByLabelText('Channel secret')).toBeNull()
  fireEvent.click(toggle)
  await type('Channel secret', 'the-secret')
  await type('Channel access token', ' the-token ')
  await type('官方帳號的 LINE ID', '@minmin')
  expect(screen.getByText('https://shop.example/v2/line/webhook')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '儲存' }))
  expect((await network.request(1)).body).toEqual({
    data: {
      version: 2,
      values: { is_on: true, line_id: '@minmin' },
      ...{ channel_secret: 'the-secret', access_token: 'the-token' },
    },
  })
})

test('the owner sees how many messages of the month are used, and for whom (LINE-03)', async () => {
  await open({
    values: { is_on: true, line_id: '@minmin' },
    receivers: 31,
    quota: { limit: 200, used: 148, read_at: 1_796_000_000 },
  })
  expect(await screen.findByText('已有 31 位會員開啟 LINE 通知。')).toBeTruthy()
  expect(screen.getByText(/本月已用 148 則，共 200 則/)).toBeTruthy()
})
