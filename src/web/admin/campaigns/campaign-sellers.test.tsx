import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminCampaignOf } from '../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { CampaignSellers } from './campaign-sellers.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const seller = {
  ...{ id: 's1', name: '林小華', code: 'k3f9x2ab', since: 1_800_000_000 },
  ...{ places: 2, units: 6, goods: 600, earned: 29 },
}

test('the owner sees what each has sold and how the goods are shared, and ends a link (AFTER-10)', async () => {
  renderAdmin(<CampaignSellers campaign={{ ...adminCampaignOf(1, '春茶'), has_sellers: true }} />)
  const pagination = { total_pages: 1, current_page: 1, has_pre: false, has_next: false }
  const answer = {
    ...{ success: true, messages: [], pagination: { ...pagination, category: '' } },
    sellers: [seller, { ...seller, id: 's2', name: '陳大文', ended_at: 1_800_000_000 }],
    parts: { goods: 600, sellers: 29, leader: 0, shop: 571 },
  }
  ;(await network.request(0)).answer(answer)
  const [first, second] = await screen.findAllByRole('listitem')
  if (!first || !second) throw new Error('two are listed')
  expect(first.textContent).toContain('2 位，6 份・商品 NT$600')
  expect(second.textContent).toContain('（已結束）')
  expect(within(second).getByRole('button', { name: /恢復/ })).toBeTruthy()
  expect(screen.getByLabelText('商品金額的分配').textContent).toBe(
    '已完成訂單的商品NT$600幫賣分潤NT$29店家NT$571',
  )
  await userEvent.click(within(first).getByRole('button', { name: /結束幫賣/ }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/已經跟團的仍會計算分潤/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: '結束幫賣' }))
  const sent = await vi.waitUntil(() => network.requests.find(({ method }) => method === 'PUT'))
  expect([sent.path.endsWith('/admin/campaign-seller/s1'), sent.body]).toEqual([
    true,
    { data: { is_ended: true } },
  ])
})
