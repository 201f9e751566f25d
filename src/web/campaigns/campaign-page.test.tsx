import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Campaign } from '#contract/campaigns.ts'
import { paths } from '../paths.ts'
import { teaCampaign } from '../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { CampaignPage } from './campaign-page.tsx'

const startsAt = 1_900_000_000
const scheduled: Campaign = {
  ...teaCampaign,
  kind: 'team',
  state: 'scheduled',
  // Of one product its page is asked, too.
  products: [],
  starts_at: startsAt,
  ends_at: startsAt + 86_400,
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

test('a campaign opens on its page within seconds of its start, and is asked for no more (GROUP-09)', async () => {
  vi.useFakeTimers({ now: (startsAt - 90) * 1_000 })
  const network = new HeldNetwork()
  const router = createMemoryRouter(
    [{ path: '/main/groups/detail/:id', element: <CampaignPage /> }],
    { initialEntries: [paths.campaign('tea')] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const answer = (campaign: Campaign) => {
    const serverNow = Math.floor(Date.now() / 1_000)
    network.requests.at(-1)?.answer({ success: true, campaign, server_now: serverNow })
    return pass(0)
  }
  await pass(0)
  await answer(scheduled)
  await pass(59_000)
  network.expectCount(1)
  await pass(1_000)
  network.expectCount(2)
  await answer(scheduled)
  await pass(29_000)
  network.expectCount(2)
  expect(screen.queryByText('我要開團')).toBeNull()
  await pass(1_000)
  network.expectCount(3)
  expect(announced()).toEqual(['開團時間到'])
  await answer(scheduled)
  await pass(2_000)
  network.expectCount(4)
  await answer({ ...scheduled, state: 'open' })
  expect(screen.getByText('我要開團')).toBeTruthy()
  expect(announced()).toEqual([''])
  await pass(600_000)
  network.expectCount(4)
  await pass(86_400_000 - 602_000)
  network.expectCount(5)
  await answer({ ...scheduled, state: 'closing' })
  expect(screen.queryByText('我要開團')).toBeNull()
  await pass(600_000)
  network.expectCount(5)
})
