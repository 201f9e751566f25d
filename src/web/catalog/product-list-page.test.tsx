import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { ProductListPage } from './product-list-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('while a category loads, nothing is said of it from the empty one before', async () => {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[paths.products({ category: '燈飾' })]}>
        <ProductListPage />
        <Link to={paths.products({ category: '杯具' })}>改看杯具</Link>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const list = await waitFor(() => {
    const found = network.requests.find(({ path }) => path.includes('/products'))
    return found ?? Promise.reject(new Error('not asked yet'))
  })
  const rest = { total_pages: 1, has_pre: false, has_next: false, category: '燈飾' }
  const pagination = { ...rest, current_page: 1 }
  list.answer({ success: true, products: [], pagination, messages: [] })
  expect(await screen.findByText('這個分類目前沒有商品')).toBeTruthy()

  fireEvent.click(screen.getByText('改看杯具'))
  expect(await screen.findByRole('heading', { level: 1, name: '杯具' })).toBeTruthy()
  expect(screen.queryByText('這個分類目前沒有商品')).toBeNull()
  expect(screen.getByRole('status', { name: '商品載入中' })).toBeTruthy()
})

test('a shop without products says so, and its link does not lead to itself (DOOR-08)', async () => {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[paths.products()]}>
        <ProductListPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const list = await waitFor(() => {
    const found = network.requests.find(({ path }) => path.includes('/products'))
    return found ?? Promise.reject(new Error('not asked yet'))
  })
  const pagination = { total_pages: 1, current_page: 1, has_pre: false, has_next: false }
  list.answer({
    success: true,
    products: [],
    pagination: { ...pagination, category: '' },
    messages: [],
  })
  expect(await screen.findByText('目前還沒有商品，歡迎之後再來看看')).toBeTruthy()
  expect(screen.getByText('回首頁').getAttribute('href')).toBe(paths.home())
})
