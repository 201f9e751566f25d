import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../testing/held-network.ts'
import { HoldBanner } from './hold-banner.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the time of the backup is written as other times are, with the hour 00 after midnight', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HoldBanner />
    </QueryClientProvider>,
  )
  const backup_at = Date.parse('2026-11-20T00:05:00+08:00') / 1000
  const hold = { since: backup_at, backup_at }
  ;(await network.request(0)).answer({ success: true, hold, alerts: [] })
  expect((await screen.findByText(/此商店由備份還原/)).textContent).toContain('2026/11/20 00:05')
})
