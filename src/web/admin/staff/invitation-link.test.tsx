import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderAdmin } from '../testing/render-admin.tsx'
import { InvitationLink, showInvitationLink } from './invitation-link.tsx'

beforeEach(() => {
  const link = 'https://shop.example/invitation'
  showInvitationLink({ email: 'new@example.com', link, by: 'owner' })
})
afterEach(() => {
  cleanup()
  showInvitationLink(null)
})

const isShown = () => screen.queryByText(/邀請連結交給/) !== null

test('an invitation link is shown to the account that has asked for it', () => {
  renderAdmin(<InvitationLink />)
  expect(isShown()).toBe(true)
})

test('an invitation link is not shown to the next account in the tab', () => {
  showInvitationLink({ email: 'new@example.com', link: 'https://shop.example/2', by: 'another' })
  renderAdmin(<InvitationLink />)
  expect(isShown()).toBe(false)
})

test('an invitation link is not shown to a role without the staff', () => {
  showInvitationLink({ email: 'new@example.com', link: 'https://shop.example/2', by: 'packer' })
  renderAdmin(<InvitationLink />, { role: 'packer' })
  expect(isShown()).toBe(false)
})
