import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { setMemberSession, signedOutSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { OrderPage } from './order-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  setMemberSession(signedOutSession)
})

/** Opens an order that the caller may not see. */
async function openUnknown() {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter initialEntries={[paths.order('o-1')]}>
        <Routes>
          <Route path={paths.order(':id')} element={<OrderPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  ;(await network.request(0)).answer({ success: false, message: '查無此訂單' }, 404)
}

test('without a sign-in an unknown order may be a member’s, and the sign-in leads back to it', async () => {
  await openUnknown()
  expect(await screen.findByText('查無此訂單，若為會員訂單請先登入')).toBeTruthy()
  const link = screen.getByRole('link', { name: '登入' })
  expect(link.getAttribute('href')).toBe(paths.memberLogin({ next: paths.order('o-1') }))
})

test('a member is led from an unknown order to the own ones', async () => {
  setMemberSession({ ...signedOutSession, isLoggedIn: true })
  await openUnknown()
  expect(await screen.findByText('查無此訂單')).toBeTruthy()
  const link = screen.getByRole('link', { name: '查看我的訂單' })
  expect(link.getAttribute('href')).toBe(paths.orders())
})
