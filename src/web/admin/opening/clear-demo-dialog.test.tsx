import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DemoPlan } from '#contract/demo.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { ClearDemoDialog } from './clear-demo-dialog.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const plan: DemoPlan = {
  success: true,
  state: 'loaded',
  has_orders: false,
  name: '山腰茶行',
  goes: [{ what: '示範商品', n: 30 }],
  campaigns: ['自己開的團'],
  stays: [{ what: '您新增的商品', n: 2 }],
}

test('tells what goes and stays, and is pressed once the name of the shop is typed (DOOR-12)', async () => {
  renderAdmin(<ClearDemoDialog onClose={() => {}} />)
  ;(await network.request(0)).answer(plan)
  for (const text of ['示範商品（30）', '團購：自己開的團', '您新增的商品（2）', '所有設定']) {
    await screen.findByText(text)
  }
  const button = screen.getByRole('button', { name: '清除示範資料' })
  expect(isInactive(button)).toBe(true)
  fireEvent.click(button)
  const field = screen.getByRole('textbox', { name: '請輸入商店名稱以確認' })
  fireEvent.change(field, { target: { value: '山腰' } })
  fireEvent.click(button)
  fireEvent.change(field, { target: { value: ' 山腰茶行 ' } })
  await waitFor(() => expect(isInactive(button)).toBe(false))
  expect(network.requests).toHaveLength(1)
  fireEvent.click(button)
  const sent = await network.request(1)
  expect(sent.path).toMatch(/\/admin\/demo\/clear$/)
})

test('where somebody has ordered it says why, and offers no press (DOOR-12)', async () => {
  renderAdmin(<ClearDemoDialog onClose={() => {}} />)
  ;(await network.request(0)).answer({ ...plan, has_orders: true })
  await screen.findByText(/已有顧客的訂單/)
  expect(screen.queryByRole('button', { name: '清除示範資料' })).toBeNull()
})
