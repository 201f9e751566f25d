import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { setMemberSession, signedOutSession } from '../api/member-session.ts'
import { LoginScreen } from './login-screen.tsx'

afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
})

function Screen() {
  return useLocation().pathname === '/main/memberLogin' ? <LoginScreen /> : null
}

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

function openLogin(state: { reason: string; next: string }) {
  render(
    <MemoryRouter initialEntries={[{ pathname: '/main/memberLogin', state }]}>
      <QueryClientProvider client={new QueryClient()}>
        <Screen />
      </QueryClientProvider>
      <Address />
    </MemoryRouter>,
  )
}

test.each([
  ['ended', '登入已失效，請重新登入，之後會回到剛才的頁面'],
  ['needed', '請先登入，之後會回到剛才的頁面'],
])('says why a page asks for a sign-in that is %s, and leads back (MEND-76)', (reason, text) => {
  openLogin({ reason, next: '/main/order?page=2' })
  expect(screen.getByText(text)).toBeTruthy()
  act(() => setMemberSession({ ...signedOutSession, isLoggedIn: true }))
  expect(document.querySelector('output')?.textContent).toBe('/main/order?page=2')
})

test('leads to no other site, whatever the state says (MEND-76)', () => {
  act(() => setMemberSession({ ...signedOutSession, isLoggedIn: true }))
  openLogin({ reason: 'needed', next: '//elsewhere.example' })
  expect(document.querySelector('output')?.textContent).toBe('/main/member')
})

test('offers to order as a guest on the way to a checkout alone (DOOR-01)', () => {
  openLogin({ reason: 'needed', next: '/main/cart/info' })
  act(() => screen.getByRole('link', { name: '以訪客結帳' }).click())
  expect(document.querySelector('output')?.textContent).toBe('/main/cart/info')
  cleanup()
  openLogin({ reason: 'needed', next: '/main/order' })
  expect(screen.queryByRole('link', { name: '以訪客結帳' })).toBeNull()
})
