import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { CampaignListPage } from './campaign-list-page.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens a page of the ended campaigns that has none. */
async function openEmpty(page: number) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[paths.campaigns({ state: 'ended', page })]}>
        <CampaignListPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const rest = { total_pages: 1, has_pre: page > 1, has_next: false, category: '' }
  const pagination = { ...rest, current_page: page }
  const reply = { success: true, campaigns: [], pagination, messages: [], server_now: 1 }
  ;(await network.request(0)).answer(reply)
}

test('a page past the end leads to the first one', async () => {
  await openEmpty(2)
  expect(await screen.findByText('這一頁沒有團購')).toBeTruthy()
  const link = screen.getByRole('link', { name: '回到第一頁' })
  expect(link.getAttribute('href')).toBe(paths.campaigns({ state: 'ended' }))
})

test('a list without campaigns leads to the products', async () => {
  await openEmpty(1)
  expect(await screen.findByText('還沒有已結束的團購')).toBeTruthy()
  expect(screen.getByRole('link', { name: '看全部商品' })).toBeTruthy()
})

test('while another tab loads, nothing is said of it from the empty one before', async () => {
  await openEmpty(1)
  expect(await screen.findByText('還沒有已結束的團購')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: '即將開團' }))
  expect(await screen.findByRole('status', { name: '團購載入中' })).toBeTruthy()
  expect(screen.queryByText('目前沒有即將開團的團購')).toBeNull()
})
