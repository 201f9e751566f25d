import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { LinePayPanel } from './line-pay-panel.tsx'
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

const values = { is_on: false, is_trial: true, channel_id: '', captures_automatically: true }
const linePay = {
  ...{ version: 2, values, fixed: [], secret_end: null, is_unreadable: false, earlier: [] },
}

async function open(changes: object = {}) {
  renderAdmin(
    <UnsavedForms>
      <LinePayPanel />
    </UnsavedForms>,
  )
  const read = await network.request(0)
  expect(read.path).toContain('/admin/settings/line-pay')
  read.answer({ success: true, line_pay: { ...linePay, ...changes } })
}

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

test('LINE Pay is a switch until it is chosen; taking money with it is asked about (LINE-06)', async () => {
  await open()
  await screen.findByLabelText('LINE Pay 收款')
  expect(screen.queryByLabelText('Channel ID')).toBeNull()
  expect(screen.queryByRole('button', { name: '測試金鑰' })).toBeNull()
  await type('LINE Pay 收款', 'live')
  await type('Channel ID', ' 1650000000 ')
  await type('Channel Secret Key', 'the-secret')
  fireEvent.click(screen.getByRole('button', { name: '儲存' }))
  fireEvent.click(await screen.findByRole('button', { name: '開始收款' }))
  expect((await network.request(1)).body).toEqual({
    data: {
      version: 2,
      values: { ...values, is_on: true, is_trial: false, channel_id: '1650000000' },
      channel_secret: 'the-secret',
    },
  })
})

test('a stored secret stays unless another is typed, and accounts of before are named (LINE-06)', async () => {
  await open({
    values: { ...values, is_on: true, channel_id: '1650000000' },
    secret_end: '06f4',
    earlier: [{ channel_id: '1640000000', is_trial: false }],
  })
  expect(await screen.findByText('已設定，末四碼 06f4；留空表示不變')).toBeTruthy()
  expect(screen.getByText(/1640000000 仍會處理/)).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: '顧客付款後立即請款' }))
  fireEvent.click(screen.getByRole('button', { name: '儲存' }))
  expect((await network.request(1)).body).toEqual({
    data: {
      version: 2,
      values: {
        ...{ is_on: true, is_trial: true, channel_id: '1650000000' },
        captures_automatically: false,
      },
    },
  })
})
