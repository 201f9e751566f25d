import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminCampaignOf } from '../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { CampaignSettlement } from './campaign-settlement.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('pieces are told by variant with the sum of the product, and booked in by variant (VAR-10)', async () => {
  renderAdmin(<CampaignSettlement campaign={{ ...adminCampaignOf(1, '蝦餅'), supply: 'order' }} />)
  const read = await vi.waitUntil(() =>
    network.requests.find(({ path }) => path.includes('/settlement')),
  )
  const products = ['原味', '辣味'].map((title, index) => ({
    ...{ product_id: 'c0', variant_id: `c${index}`, title: `蝦餅（${title}）`, unit: '包' },
    ...{ succeeded: 3 + index, ordered: 0, received: 0, damaged: 0, shipped: 0, short: 3 + index },
  }))
  const money = { due: 0, received: 0, refunded: 0, unpaid: 0, commission: 0 }
  read.answer({ success: true, settlement: { products, money, gaps: [], supplier_orders: [] } })
  const row = await screen.findByRole('row', { name: /小計/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['小計／包 ', '7', '0', '0', '0', '7'])
  await userEvent.click(screen.getByRole('button', { name: '到貨' }))
  const typeInto = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  typeInto('蝦餅（辣味） 這次到貨', '4')
  typeInto('蝦餅（辣味） 其中損壞', '5')
  expect(screen.getByText('「蝦餅（辣味）」損壞的數量不可超過到貨的數量')).toBeDefined()
  typeInto('蝦餅（辣味） 其中損壞', '1')
  await userEvent.click(screen.getByRole('button', { name: '入庫，其餘等下一批' }))
  const sent = await vi.waitUntil(() => network.requests.find(({ method }) => method === 'POST'))
  const lines = [{ product_id: 'c0', variant_id: 'c1', received: 4, damaged: 1 }]
  expect(sent.body).toEqual({ data: { lines } })
})
