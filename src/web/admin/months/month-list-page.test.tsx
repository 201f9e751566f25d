import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { AdminMonthListPage } from './month-list-page.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sums = { received: 1680, refunded: 300, net: 1380 }
const months = [
  { month: '2026-11', state: 'open', can_close: false, ...sums },
  { month: '2026-10', state: 'ended', can_close: false, ...sums },
  { month: '2026-09', state: 'ended', can_close: true, ...sums },
  {
    ...{ month: '2026-08', state: 'closed', can_close: false, ...sums },
    ...{ closed_at: 1_788_000_000, closed_by: '會計' },
  },
]

test('a month that has ended is closed after a question, in order, and then fetched (OPEN-07)', async () => {
  renderAdmin(<AdminMonthListPage />)
  ;(await network.request(0)).answer({ success: true, months })
  const panel = async (name: string) => screen.findByRole('region', { name })
  expect(within(await panel('2026 年 11 月')).queryByRole('button', { name: '結帳' })).toBeNull()
  const tooEarly = within(await panel('2026 年 10 月')).getByRole('button', { name: '結帳' })
  expect(tooEarly.getAttribute('aria-disabled')).toBe('true')
  expect(within(await panel('2026 年 8 月')).getByRole('button', { name: '下載月報' })).toBeTruthy()

  fireEvent.click(within(await panel('2026 年 9 月')).getByRole('button', { name: '結帳' }))
  const question = await screen.findByRole('alertdialog')
  fireEvent.click(within(question).getByRole('button', { name: '結帳' }))
  const sent = await network.request(1)
  expect([sent.method, sent.path]).toEqual([
    'POST',
    expect.stringContaining('/admin/month/2026-09/close'),
  ])
})
