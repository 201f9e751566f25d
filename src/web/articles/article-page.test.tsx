import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { ArticlePage } from './article-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const article = {
  id: 'a1',
  title: '颱風假',
  description: '',
  content: '明日休息',
  image: '',
  author: '店長',
  tag: [],
  create_at: 1_790_000_000,
  isPublic: true,
}

test('an article that was withdrawn meanwhile goes from the screen; one that could not be asked for stays', async () => {
  const network = new HeldNetwork()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[paths.article('a1')]}>
        <Routes>
          <Route path="/main/articles/:id" element={<ArticlePage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  ;(await network.request(0)).answer({ success: true, article })
  await screen.findByText('明日休息')
  for (const [index, status] of [500, 404].entries()) {
    const again = client.invalidateQueries()
    const message = '不存在'
    ;(await network.request(index + 1)).answer({ success: false, message }, status)
    await again
    if (status === 500) expect(screen.getByText('明日休息')).toBeTruthy()
  }
  expect(await screen.findByText('找不到這則公告')).toBeTruthy()
  expect(screen.queryByText('明日休息')).toBeNull()
})
