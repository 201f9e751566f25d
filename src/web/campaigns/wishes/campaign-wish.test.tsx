import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { CampaignWish } from './campaign-wish.tsx'

afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
  vi.unstubAllGlobals()
})

const user = {
  ...{ uid: 'm1', displayName: null, email: 'ann@example.com', emailVerified: true },
  ...{ phoneNumber: null, photoUrl: null, createdAt: null },
}

function Address() {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{pathname + search}</p>
}

function open(productIds = ['p']) {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Address />
        <Routes>
          <Route
            path="/*"
            element={<CampaignWish productIds={productIds} path="/here" question="想嗎？" />}
          />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return network
}

const wish = (members: number, is_wished: boolean) => ({
  success: true,
  message: '已登記，開團時會寄信通知您',
  wishes: [{ product_id: 'p', members, is_wished }],
})

test('a member asks for a group buy with one press, sees how many do, and takes it back (WISH-01)', async () => {
  act(() => setMemberSession({ user, isLoggedIn: true, token: user.uid, isRestoring: false }))
  const network = open()
  ;(await network.request(0)).answer(wish(2, false))
  expect(await screen.findByText('已有 2 人想要')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '想要開團' }))
  const sent = await network.request(1)
  expect(sent.body).toEqual({ data: { product_ids: ['p'], is_wished: true } })
  sent.answer(wish(3, true))
  await userEvent.click(await screen.findByRole('button', { name: '取消登記' }))
  expect(screen.getByText('已有 3 人想要')).toBeTruthy()
  expect((await network.request(2)).body).toMatchObject({ data: { is_wished: false } })
})

test('a guest is led to the sign-in, and from there back (WISH-01)', async () => {
  act(() => setMemberSession(signedOutSession))
  const network = open()
  ;(await network.request(0)).answer(wish(0, false))
  await userEvent.click(await screen.findByRole('button', { name: '想要開團' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('next=%2Fhere'))
})

test('of an ended campaign the products that are still on sale are asked for, or nothing is (WISH-01)', async () => {
  act(() => setMemberSession({ user, isLoggedIn: true, token: user.uid, isRestoring: false }))
  const network = open(['p', 'gone'])
  ;(await network.request(0)).answer(wish(2, false))
  await screen.findByText('已有 2 人想要')
  await userEvent.click(screen.getByRole('button', { name: '想要開團' }))
  expect((await network.request(1)).body).toMatchObject({ data: { product_ids: ['p'] } })
  cleanup()
  ;(await open(['gone']).request(0)).answer({ success: true, wishes: [] })
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})
