import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { undecidedGroupStates } from '#contract/campaign-states.ts'
import { type Group, type GroupEventData, groupApi } from '#contract/campaigns.ts'
import { endpointUrl } from '../api/endpoint-url.ts'
import { groupQuery, useRefreshPlaces } from './campaigns.queries.ts'
import { noteServerTime } from './server-clock.ts'

/** How often the group is asked for where streams do not come through, in milliseconds. */
const pollMs = 15_000
const failuresBeforePolling = 3
/** A stream that has come through before, and was open for so long, comes through, in milliseconds. */
const lastedMs = 30_000

/** A group that follows its changes without a reload: by its stream, or by asking. */
export function useLiveGroup(code: string) {
  const client = useQueryClient()
  const [isPolling, setPolling] = useState(false)
  const query = groupQuery(code)
  const group = useQuery({ ...query, ...(isPolling && { refetchInterval: pollMs }) })
  const state = group.data?.group.state
  const isLive = state !== undefined && undecidedGroupStates.some((one) => one === state)
  useRefreshOnChange(group.data?.group)

  const take = useEffectEvent((text: string) => {
    const { server_now: serverNow, ...next } = JSON.parse(text) as GroupEventData
    noteServerTime(serverNow)
    client.setQueryData(query.queryKey, {
      success: true,
      group: next as Group,
      server_now: serverNow,
    })
  })

  useEffect(() => {
    if (!isLive || isPolling) return
    let failures = 0
    let hasBroughtNews = false
    let openedAt = Number.POSITIVE_INFINITY
    const stream = new EventSource(endpointUrl(groupApi.events.path, { params: { code } }))
    stream.addEventListener('group', ({ data }: MessageEvent<string>) => {
      failures = 0
      hasBroughtNews = true
      take(data)
    })
    stream.addEventListener('end', ({ data }: MessageEvent<string>) => {
      take(data)
      stream.close()
    })
    stream.addEventListener('open', () => {
      openedAt = performance.now()
    })
    stream.addEventListener('error', () => {
      if (hasBroughtNews && performance.now() - openedAt > lastedMs) failures = 0
      openedAt = Number.POSITIVE_INFINITY
      failures++
      // Closed by the browser: the answer was no stream, such as a 429.
      const isRefused = stream.readyState === EventSource.CLOSED
      if (!isRefused && failures < failuresBeforePolling) return
      stream.close()
      setPolling(true)
    })
    return () => stream.close()
  }, [code, isLive, isPolling])

  return group
}

/** Whether a stream or an answer brought it: a decision, or another end, concerns more than the group. */
function useRefreshOnChange(group: Group | undefined): void {
  const refreshPlaces = useRefreshPlaces()
  const shown = useRef<string>(undefined)
  const now = group && `${group.state} ${group.expires_at}`
  const compare = useEffectEvent((next: string) => {
    if (shown.current !== undefined && shown.current !== next) refreshPlaces()
    shown.current = next
  })
  useEffect(() => {
    if (now !== undefined) compare(now)
  }, [now])
}
