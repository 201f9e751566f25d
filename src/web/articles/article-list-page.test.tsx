import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { ArticleListPage } from './article-list-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens a page of the articles that has none. */
async function openEmpty(page: number) {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[paths.articles(page)]}>
        <ArticleListPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const rest = { total_pages: 1, has_pre: page > 1, has_next: false, category: '' }
  const pagination = { ...rest, current_page: page }
  ;(await network.request(0)).answer({ success: true, articles: [], pagination, messages: [] })
}

test('a page of articles past the end leads to the first one', async () => {
  await openEmpty(2)
  expect(await screen.findByText('這一頁沒有公告')).toBeTruthy()
  const link = screen.getByRole('link', { name: '回到第一頁' })
  expect(link.getAttribute('href')).toBe(paths.articles())
})

test('a list without articles says so', async () => {
  await openEmpty(1)
  expect(await screen.findByText('目前沒有公告')).toBeTruthy()
})
