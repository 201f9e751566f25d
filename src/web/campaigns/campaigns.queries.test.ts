import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { groupApi } from '#contract/campaigns.ts'
import { orderApi } from '#contract/orders.ts'
import { leaderApi, participationApi } from '#contract/participations.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { keepAnswers } from '../testing/kept-queries.ts'
import { hideToast } from '../ui/toast-store.ts'
import { groupQuery, useWithdraw } from './campaigns.queries.ts'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function groupOf(version: number, units: number) {
  return { success: true, group: { version, units }, server_now: Math.floor(Date.now() / 1_000) }
}

test('an answer that an event of the stream has overtaken does not bring the past back (GROUP-12)', async () => {
  const client = new QueryClient()
  const query = groupQuery('ABCDEFGH')
  const shown = () => client.getQueryData<{ group: { units: number } }>(query.queryKey)?.group.units
  const first = client.fetchQuery(query)
  ;(await network.request(0)).answer(groupOf(1, 0))
  await first
  expect(shown()).toBe(0)

  const second = client.refetchQueries(query)
  const late = await network.request(1)
  client.setQueryData<unknown>(query.queryKey, groupOf(3, 2))
  late.answer(groupOf(2, 1))
  await second
  expect(shown()).toBe(2)

  const third = client.refetchQueries(query)
  ;(await network.request(2)).answer(groupOf(4, 3))
  await third
  expect(shown()).toBe(3)
})

test('what is asked again goes with the ETag of the last answer, and 304 leaves it as it is (GROUP-15)', async () => {
  const conditions: (string | null)[] = []
  const answers = [groupOf(1, 0), undefined, groupOf(2, 1)]
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    conditions.push(new Headers(init.headers).get('If-None-Match'))
    const answer = answers.shift()
    if (!answer) return new Response(null, { status: 304 })
    return Response.json(answer, { headers: { ETag: `W/"${answer.group.version}"` } })
  })
  const client = new QueryClient()
  const query = groupQuery('abcdefgh')
  const ask = async () => (await client.fetchQuery({ ...query, staleTime: 0 })).group.units
  expect([await ask(), await ask(), await ask()]).toEqual([0, 0, 1])
  expect(conditions).toEqual([null, 'W/"1"', 'W/"1"'])
})

test('who leaves a group reads the place and its order anew (JOIN-17)', async () => {
  const client = new QueryClient()
  const halves = [
    ...[participationApi.list, participationApi.detail, orderApi.list, orderApi.detail],
    ...[groupApi.detail, leaderApi.list],
  ]
  const stale = keepAnswers(client, halves)
  const onWithdrawn = vi.fn()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  const { result } = renderHook(() => useWithdraw({ hasNotice: true, onWithdrawn }), { wrapper })
  result.current.mutate({ params: { id: 'place' }, query: {} })
  ;(await network.request(0)).answer({ success: true, message: '已退出' })
  await waitFor(() => expect(onWithdrawn).toHaveBeenCalled())
  expect(stale()).toEqual(halves.map(({ path }) => path))
  hideToast()
})
