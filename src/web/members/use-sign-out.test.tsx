import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { useSignOut } from './use-sign-out.ts'

function renderSignOut() {
  return renderHook(() => ({ signOut: useSignOut(), location: useLocation() }), {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={['/main/member']}>{children}</MemoryRouter>
    ),
  })
}

test('MEMBER-12 a sign-out for which home is requested goes home', async () => {
  const { result } = renderSignOut()

  await act(() => result.current.signOut({ to: 'home' }))

  expect(result.current.location.pathname).toBe('/')
})

test('MEMBER-11 SESSION-07 a sign-out goes to the login screen and clears the cookie', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: it is what the page reads
  document.cookie = 'memberToken=of-last-time; Path=/'
  const { result } = renderSignOut()

  await act(() => result.current.signOut({ to: 'login' }))

  expect(result.current.location.pathname).toBe('/main/memberLogin')
  expect(document.cookie).not.toContain('memberToken')
})
