import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedRefund } from '#contract/refunds.ts'
import { paths } from '../../../paths.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { hideToast } from '../../../ui/toast-store.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { AdminRefundListPage } from './refund-list-page.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const sent: ListedRefund = {
  ...{ id: 'refund-1', order_id: 'order-1', order_number: '260601-1', amount: 300 },
  ...{ reason: '缺貨', state: 'sent', method: 'card', created_at: 1_780_000_000 },
}
const pagination = {
  ...{ total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
}

async function openList(refunds: ListedRefund[]) {
  const path = `${paths.adminRefunds()}/*`
  renderAdmin(<AdminRefundListPage />, { path, address: paths.adminRefunds() })
  const isList = (request: { path: string }) => request.path.includes('/admin/refunds')
  const read = await vi.waitUntil(() => network.requests.find(isList))
  read.answer({ success: true, refunds, pagination, messages: [] })
  await screen.findByText('260601-1')
}
const buttons = () =>
  ['再次查詢', '已退款', '未退款'].filter((name) =>
    within(screen.getByRole('table')).queryByRole('button', { name }),
  )

test('a refund that was sent is left to the gateway (REFUND-17)', async () => {
  await openList([sent])
  expect(buttons()).toEqual([])
})

test('of one without an answer the staff say what they saw, after a question (REFUND-17)', async () => {
  await openList([{ ...sent, is_unanswered: true }])
  expect(buttons()).toEqual(['再次查詢', '已退款', '未退款'])
  fireEvent.click(within(screen.getByRole('table')).getByRole('button', { name: '已退款' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/NT\$300。請先在金流後台確認這筆款項已經退回/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '已退款' }))
  const isSeen = ({ path }: { path: string }) => path.endsWith('/admin/refund/refund-1/seen-done')
  const asked = await vi.waitUntil(() => network.requests.find(isSeen))
  expect(asked.method).toBe('POST')
  asked.answer({ success: true, message: '已記為已退款' })
  await vi.waitUntil(() => screen.queryByRole('alertdialog') === null)
})

test('one that is remitted by hand asks for the password, and goes on with what was typed (MEND-56)', async () => {
  await openList([{ ...sent, state: 'manual', method: 'manual' }])
  fireEvent.click(within(screen.getByRole('table')).getByRole('button', { name: '已匯款' }))
  const dialog = within(await screen.findByRole('dialog', { name: '已匯款 NT$300' }))
  fireEvent.change(dialog.getByLabelText(/帳號末五碼/), { target: { value: '12345' } })
  fireEvent.click(dialog.getByRole('button', { name: '儲存' }))
  const sentTo = (end: string) => network.requests.filter(({ path }) => path.endsWith(end))
  const request = (end: string, index = 0) => vi.waitUntil(() => sentTo(end)[index])
  const asked = await request('/refund-1/done')
  const refusal = { success: false, message: '請再次確認身分', code: 'CONFIRMATION_REQUIRED' }
  asked.answer(refusal, 403)
  const question = within(await screen.findByRole('dialog', { name: '請再次確認身分' }))
  fireEvent.change(question.getByLabelText(/^密碼/), { target: { value: 'warm-tea-7' } })
  fireEvent.click(question.getByRole('button', { name: '確認' }))
  const proof = await request('/confirm')
  proof.answer({ success: true, message: '' })
  const again = await request('/refund-1/done', 1)
  expect(again.body).toEqual(asked.body)
  again.answer({ success: true, message: '已完成退款' })
  await vi.waitUntil(() => screen.queryByRole('dialog') === null)
})
