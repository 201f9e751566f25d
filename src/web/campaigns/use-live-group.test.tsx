import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { campaignApi, type Group, groupApi } from '#contract/campaigns.ts'
import { endpointKey } from '#contract/endpoint.ts'
import { orderApi } from '#contract/orders.ts'
import { participationApi } from '#contract/participations.ts'
import { teaGroup } from '../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { keepAnswers } from '../testing/kept-queries.ts'
import { useLiveGroup } from './use-live-group.ts'

const dependent = [participationApi.list, orderApi.detail, orderApi.list, campaignApi.detail]

/** A stream without events of its own: a test gives those of the connection. */
class HeldStream extends EventTarget {
  static readonly CLOSED = 2
  static opened: HeldStream[] = []
  readonly readyState = 0
  isClosed = false
  constructor() {
    super()
    HeldStream.opened.push(this)
  }
  close() {
    this.isClosed = true
  }
}

beforeEach(() => {
  HeldStream.opened = []
  vi.stubGlobal('EventSource', HeldStream)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Shows a group, whose next answer is another one; gives the paths that are stale before and after. */
async function staleAfter(next: Partial<Group>) {
  const network = new HeldNetwork()
  const client = new QueryClient()
  const stale = keepAnswers(client, dependent)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useLiveGroup(teaGroup.code), { wrapper })
  // The clock of the server is shared with the files that run after this one.
  const serverNow = Math.floor(Date.now() / 1_000)
  const answer = (group: Group) => ({ success: true, group, server_now: serverNow })
  ;(await network.request(0)).answer(answer(teaGroup))
  await waitFor(() => expect(result.current.data?.group.version).toBe(1))
  const before = stale()
  const asked = client.refetchQueries({ queryKey: endpointKey(groupApi.detail) })
  ;(await network.request(1)).answer(answer({ ...teaGroup, ...next, version: 2 }))
  await asked
  await waitFor(() => expect(result.current.data?.group.version).toBe(2))
  return { before, after: stale() }
}

const paths = dependent.map(({ path }) => path)

test('a decision that an answer brings is read of the own place, its order and the campaign (GROUP-15)', async () => {
  expect(await staleAfter({ state: 'succeeded' })).toEqual({ before: [], after: paths })
})

test('an extension that an answer brings is read of the campaign, with its reason (GROUP-08)', async () => {
  const { before, after } = await staleAfter({ expires_at: teaGroup.expires_at + 3_600 })
  expect(before).toEqual([])
  expect(after).toContain(campaignApi.detail.path)
})

test('another joiner changes the group alone', async () => {
  expect(await staleAfter({ units: 1, members: 1, missing: 1 })).toEqual({ before: [], after: [] })
})

test('a connection that lasted came through, however often it is interrupted (GROUP-15)', async () => {
  await staleAfter({ units: 1 })
  const [stream] = HeldStream.opened
  const data = JSON.stringify({ ...teaGroup, server_now: Math.floor(Date.now() / 1_000) })
  act(() => void stream?.dispatchEvent(new MessageEvent('group', { data })))
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const connectFor = (seconds: number) =>
    act(() => {
      stream?.dispatchEvent(new Event('open'))
      now.mockReturnValue(performance.now() + seconds * 1_000)
      stream?.dispatchEvent(new Event('error'))
    })
  for (const _ of Array(5)) connectFor(60)
  expect(stream?.isClosed).toBe(false)
  for (const _ of Array(3)) connectFor(1)
  expect(stream?.isClosed).toBe(true)
  now.mockRestore()
})
