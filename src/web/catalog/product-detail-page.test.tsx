import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { catalogApi } from '#contract/catalog.ts'
import { type InfoPage, infoPageApi } from '#contract/info-pages.ts'
import { apiQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { ProductDetailPage } from './product-detail-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const product = {
  id: 'p1',
  title: '馬克杯',
  category: '杯子',
  content: '',
  description: '手工拉坯',
  imageUrl: '',
  imagesUrl: [],
  is_enabled: 1 as const,
  num: 1,
  origin_price: 120,
  price: 100,
  unit: '個',
}

function open(pages: InfoPage[] = []): HeldNetwork {
  const network = new HeldNetwork()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked = apiQuery(catalogApi.detail, { params: { id: 'p1' } })
  client.setQueryData(asked.queryKey, { success: true, product })
  client.setQueryData(apiQuery(infoPageApi.onProducts, {}).queryKey, { success: true, pages })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[paths.product('p1')]}>
        <Routes>
          <Route path="/main/prods/detail/:id" element={<ProductDetailPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return network
}

test('pages of the shop stand folded below the description, and none leave no place (DOOR-08, DOOR-16)', () => {
  const page = { slug: 'returns', is_public: true, changed_at: 1 }
  open([
    { ...page, id: 'a', title: '運送', content: '<p>三天內寄出</p>' },
    { ...page, id: 'b', title: '退換', content: '七天內' },
  ])
  const notes = screen.getByRole('region', { name: '購物須知' })
  const details = [...notes.querySelectorAll('details')]
  expect(details.map(({ open, textContent }) => [open, textContent])).toEqual([
    [false, '運送三天內寄出'],
    [false, '退換七天內'],
  ])
  cleanup()
  open()
  expect(screen.queryByRole('region', { name: '購物須知' })).toBeNull()
})

test('a product that was taken off sale meanwhile goes from the screen', async () => {
  const network = open()
  expect(screen.getByRole('heading', { name: '馬克杯' })).toBeTruthy()
  const again = await waitFor(() => {
    const found = network.requests.find(({ path }) => path.endsWith('/product/p1'))
    if (!found) throw new Error('the product was not asked for again')
    return found
  })
  again.answer({ success: false, message: '找不到產品' }, 404)
  expect(await screen.findByText('找不到這個商品，它可能已經下架')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '馬克杯' })).toBeNull()
})
