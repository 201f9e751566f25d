import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { Announcements } from './announcements.tsx'
import { Worklist } from './worklist.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const entries = [
  ['to_ship', '待出貨 2', '/backend/packing'],
  ['expiring', '即將逾期未付款 3', '/backend/order?state=placed&expires=24'],
  ['return_asked', '待審核退貨 2', '/backend/return?view=asked'],
  ['return_to_come', '待收回退貨 1', '/backend/return?view=to_come'],
  ['return_to_refund', '待退款退貨 3', '/backend/return?view=to_refund'],
  ['refund_failed', '退款失敗 1', '/backend/refund?state=failed'],
  ['refund_manual', '待人工退款 1', '/backend/refund?state=manual'],
  ['difference', '對帳差異 4', '/backend/reconciliation'],
  ['at_risk', '可能不成團 5', '/backend/campaign?at_risk=1'],
  ['shortfall', '團購短缺 6', '/backend/campaign?shortfall=1'],
  ['to_order', '待叫貨 2', '/backend/campaign?supply=to_order'],
  ['to_arrive', '待到貨 3', '/backend/campaign?supply=to_arrive'],
  ['hand_over', '團主交款待確認 2', '/backend/leaderAccount?waits=announced'],
  ['invoice_failed', '發票待處理 2', '/backend/invoice?view=problem'],
  ['invoice_numbers_low', '發票號碼不足 1', '/backend/invoice?view=all'],
  ['stock_low', '庫存偏低 7', '/backend/stock?stock=low'],
  ['job_failed', '失敗的工作 8', '/backend/job'],
] as const

/** The entries that wait, as the server answers; as many as the label says, or this many. */
const worklist = (count?: number) => ({
  success: true,
  worklist: entries.map(([kind, label]) => ({
    kind,
    count: count ?? Number(label.split(' ')[1]),
    // 2026/12/14 in Taipei.
    ...(kind === 'return_to_come' && { due_at: 1_797_177_600 }),
  })),
})

test('what waits stands with its number and leads to its list (TODAY-02)', async () => {
  renderAdmin(<Worklist />)
  ;(await network.request(0)).answer(worklist())
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual(
    entries.map(([, label, href]) => [label, href]),
  )
  // The clock of the law is told with what waits for it.
  expect(screen.getAllByText(/到期$/).map(({ textContent }) => textContent)).toEqual([
    '最早 12/14 到期',
  ])
})

test('with nothing that waits it says so (TODAY-02)', async () => {
  renderAdmin(<Worklist />)
  ;(await network.request(0)).answer(worklist(0))
  await screen.findByText('目前沒有待處理事項')
})

test('without announcements it says so (ARTICLE-08)', async () => {
  renderAdmin(<Announcements />)
  const pagination = {
    ...{ total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
  }
  ;(await network.request(0)).answer({ success: true, articles: [], pagination, messages: [] })
  await screen.findByText('目前沒有新的公告。')
})
