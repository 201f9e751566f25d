import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearAdminToken, setAdminToken } from '../../../api/admin-session.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { ApiKeysPanel } from './api-keys-panel.tsx'

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

const key = {
  ...{ id: 'k1', name: '倉儲系統', prefix: 'mm_AbCdEf', permissions: ['order.read', 'order.ship'] },
  ...{ created_by: '王店主', create_at: 1_764_000_000, ends: 1_764_086_399 },
}

async function open(keys: object[]) {
  renderAdmin(<ApiKeysPanel />)
  const read = await network.request(0)
  expect(read.path).toContain('/admin/api-keys')
  read.answer({ success: true, keys, messages: [] })
}

test('a new key is shown once, and asks for what was ticked alone (OPEN-03)', async () => {
  await open([])
  await screen.findByText('還沒有金鑰。')
  fireEvent.click(screen.getByRole('button', { name: '建立金鑰' }))
  const dialog = within(await screen.findByRole('dialog', { name: '建立 API 金鑰' }))
  fireEvent.change(dialog.getByLabelText(/^名稱/), { target: { value: '倉儲系統' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: '查看訂單' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: '退款' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: '退款' }))
  fireEvent.change(dialog.getByLabelText('到期日'), { target: { value: '2099-12-31' } })
  expect(dialog.queryByRole('checkbox', { name: /匯出|成員/ })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: '建立金鑰' }))
  const { body, answer } = await network.request(1)
  expect(body).toEqual({
    data: { name: '倉儲系統', permissions: ['order.read'], ends: 4_102_415_999 },
  })
  answer({ success: true, message: '已建立 API 金鑰', key: 'mm_the-whole-key', api_key: key })
  expect(await screen.findByText('mm_the-whole-key')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '我已保存' }))
  expect(screen.queryByText('mm_the-whole-key')).toBeNull()
})

test('a key is listed with what it opens and revoked after a question (OPEN-03)', async () => {
  await open([key])
  await screen.findByText('倉儲系統')
  expect(screen.getByText('查看訂單、備貨、出貨與發放取貨')).toBeTruthy()
  expect(screen.getByText(/mm_AbCdEf….*還沒有使用過/)).toBeTruthy()
  expect(screen.getByText('已到期')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '撤銷' }))
  network.expectCount(1)
  fireEvent.click(await screen.findByRole('button', { name: '撤銷金鑰' }))
  const { method, path } = await network.request(1)
  expect([method, path]).toEqual(['DELETE', expect.stringContaining('/admin/api-key/k1')])
})
