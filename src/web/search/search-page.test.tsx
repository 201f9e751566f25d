import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { SearchPage } from './search-page.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('while a search loads, nothing is said of it from the empty answer of the one before', async () => {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[paths.search({ q: '杯孑' })]}>
        <SearchPage />
        <Link to={paths.search({ q: '杯子' })}>改找杯子</Link>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const pagination = {
    total_pages: 1,
    current_page: 1,
    has_pre: false,
    has_next: false,
    category: '',
  }
  const nothing = { success: true, products: [], pagination, total: 0, total_unfiltered: 0 }
  ;(await network.request(0)).answer({ ...nothing, messages: [] })
  expect(await screen.findByText('找不到「杯孑」的商品')).toBeTruthy()

  fireEvent.click(screen.getByText('改找杯子'))
  expect(await screen.findByText('「杯子」的搜尋結果')).toBeTruthy()
  expect(screen.queryByText('找不到「杯子」的商品')).toBeNull()
  expect(screen.getByRole('status', { name: '商品載入中' })).toBeTruthy()
})
