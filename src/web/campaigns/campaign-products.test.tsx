import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '../paths.ts'
import { teaCampaign } from '../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { CampaignProducts } from './campaign-products.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <CampaignProducts campaign={teaCampaign} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('a group of one product tells its contents and description, and links to it (MEND-90)', async () => {
  const network = new HeldNetwork()
  open()
  const answered = { content: '約 5 公斤', description: '<p>今天採</p>' }
  ;(await network.request(0)).answer({ success: true, product: answered })
  await screen.findByText('約 5 公斤')
  expect(screen.getByText('今天採')).toBeTruthy()
  for (const name of ['春茶', '看商品頁']) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(paths.product('p1'))
  }
})

test('a product that has left the shop is told without a link (MEND-90)', async () => {
  const network = new HeldNetwork()
  open()
  ;(await network.request(0)).answer({ success: false, message: '找不到產品' }, 404)
  await vi.waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  expect(screen.getByText('春茶')).toBeTruthy()
})
