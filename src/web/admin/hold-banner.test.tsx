import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { HoldBanner } from './hold-banner.tsx'
import { isInactive, renderAdmin } from './testing/render-admin.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function renderHeld(role: Role) {
  renderAdmin(<HoldBanner />, { role })
  const backup_at = Date.parse('2026-11-20T00:05:00+08:00') / 1000
  const hold = { since: backup_at, backup_at }
  ;(await network.request(0)).answer({ success: true, hold, alerts: [] })
  return screen.findByText(/此商店由備份還原/)
}

test('the time of the backup is written as other times are, with the hour 00 after midnight', async () => {
  expect((await renderHeld('owner')).textContent).toContain('2026/11/20 00:05')
})

test.each<[Role, boolean]>([
  ['owner', true],
  ['packer', false],
])('恢復對外作業 of the role %s is enabled: %s', async (role, isEnabled) => {
  await renderHeld(role)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '恢復對外作業' })
  expect(isInactive(button)).toBe(!isEnabled)
})
