import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { InvitationLink, showInvitationLink } from './invitation-link.tsx'

const signIn = (token: string) => setAdminToken(token, Date.now() + 3_600_000)

beforeEach(() => {
  signIn('owner-1')
  showInvitationLink({ email: 'new@example.com', link: 'https://shop.example/invitation' })
})
afterEach(() => {
  cleanup()
  showInvitationLink(null)
  clearAdminToken()
})

const isShown = () => screen.queryByText(/邀請連結交給/) !== null

test('an invitation link stays while its session lasts', () => {
  renderAdmin(<InvitationLink />)
  expect(isShown()).toBe(true)
})

test('an invitation link is gone with the session in which it was made', () => {
  clearAdminToken()
  signIn('owner-2')
  renderAdmin(<InvitationLink />)
  expect(isShown()).toBe(false)
})

test('an invitation link is not shown to a role without the staff', () => {
  renderAdmin(<InvitationLink />, { role: 'packer' })
  expect(isShown()).toBe(false)
})
