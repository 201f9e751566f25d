import {
  keepPreviousData,
  queryOptions,
  replaceEqualDeep,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { campaignDelayApi } from '#contract/campaign-delays.ts'
import type { CampaignTab } from '#contract/campaign-tabs.ts'
import {
  type Campaign,
  campaignApi,
  type Group,
  groupApi,
  type Participation,
  type PlaceQuote,
} from '#contract/campaigns.ts'
import {
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  type EndpointSchema,
  endpointKey,
} from '#contract/endpoint.ts'
import { orderApi } from '#contract/orders.ts'
import type { quoteChange, quoteJoin } from '#contract/participations.schema.ts'
import { commissionApi, joinApi, leaderApi, participationApi } from '#contract/participations.ts'
import { ApiError } from '../api/api-error.ts'
import type { CallOptions, LastAnswer } from '../api/call.ts'
import { callerQuery } from '../api/caller-query.ts'
import { isDefinitiveFailure, useIdempotencyKey } from '../api/idempotency-key.ts'
import { useMemberSession } from '../api/member-session.ts'
import { apiQuery, keepPreviousRows, useApiMutation } from '../api/queries.ts'
import type { AskedDelivery } from '../orders/delivery/delivery-choice.ts'
import { refreshPolicy } from '../orders/use-checkout-defaults.ts'
import { ofOrders } from '../shared/order-endpoints.ts'
import { noteServerTime, serverTimeMs } from './server-clock.ts'

/** A public read whose reply carries the server's time. */
function timedQuery<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
  options?: Pick<CallOptions, 'last'>,
) {
  const query = apiQuery(endpoint, input, options)
  const { queryFn } = query
  return queryOptions({
    ...query,
    queryFn: async (context) => {
      if (typeof queryFn !== 'function') throw new Error('a query without a function')
      const reply = await queryFn(context)
      const { server_now: serverNow } = reply as { server_now?: number }
      if (serverNow !== undefined) noteServerTime(serverNow)
      return reply
    },
  })
}

export function useCampaigns(state: CampaignTab, page = 1, isAsked = true) {
  const query = timedQuery(campaignApi.list, { query: { state, page: String(page) } })
  return useQuery({
    ...query,
    enabled: isAsked,
    placeholderData: keepPreviousRows(({ campaigns }) => campaigns),
  })
}

/** The open campaigns that sell a product. */
export function useCampaignsOfProduct(productId: string) {
  const query = { state: 'open', product_id: productId } as const
  return useQuery(timedQuery(campaignApi.list, { query }))
}

/** How often a campaign is read from its start until it has opened, and before, in milliseconds. */
const openingMs = { least: 2_000, most: 60_000 }
/** The same until one of teams has ended: until then only its time matters. */
const endingMs = { least: 2_000, most: 24 * 60 * 60_000 }

/** No stream says that a campaign opens, or that one of teams ends: it has no group of its own. */
function untilNextState({ state, kind, starts_at, ends_at }: Campaign): number | false {
  if (state === 'scheduled') return untilTime(starts_at, openingMs)
  return state === 'open' && kind === 'team' && untilTime(ends_at, endingMs)
}

function untilTime(at: number | undefined, { least, most }: typeof openingMs): number | false {
  return at !== undefined && Math.min(Math.max(at * 1000 - serverTimeMs(), least), most)
}

export function useCampaign(id: string | undefined) {
  const query = timedQuery(campaignApi.detail, { params: { id: id ?? '' } })
  return useQuery({
    ...query,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data ? untilNextState(state.data.campaign) : false),
  })
}

export interface QuoteState {
  /** Of the lines before, while those of now are asked about. */
  quote: PlaceQuote | undefined
  isCurrent: boolean
  error: Error | null
  retry: () => void
}

type Lines = EndpointInput<typeof quoteChange>['data']['lines']

/** Never from the cache: prices may have changed since. */
const quoted = { staleTime: 0, gcTime: 0, placeholderData: keepPreviousData }

function toQuoteState(read: UseQueryResult<EndpointReply<typeof quoteChange>>): QuoteState {
  const { data, error, isPlaceholderData, refetch } = read
  return {
    quote: data?.quote,
    isCurrent: data !== undefined && !isPlaceholderData && error === null,
    error,
    retry: () => void refetch(),
  }
}

/** The quote of a place in a group of the campaign; with a coupon that is refused, without it. */
export function useJoinQuote(
  campaignId: string,
  lines: Lines,
  { coupon, asked: delivery }: { coupon: string; asked: AskedDelivery | undefined },
) {
  const session = useMemberSession()
  const quoteWith = (data: EndpointInput<typeof quoteJoin>['data'], isAsked: boolean) => ({
    ...callerQuery(session, joinApi.quote, { params: { id: campaignId }, data }),
    ...quoted,
    enabled: session.user !== null && lines.length > 0 && isAsked,
  })
  const { method: shipping_method = '', ...place } = delivery ?? {}
  const of = { lines, ...(delivery && { shipping: { shipping_method, ...place } }) }
  const asked = useQuery(quoteWith({ ...of, ...(coupon !== '' && { coupon }) }, true))
  // A quote that failed for another reason says nothing of the coupon.
  const isRefused = coupon !== '' && isDefinitiveFailure(asked.error)
  const refusal = isRefused ? asked.error?.message : undefined
  const plain = useQuery(quoteWith(of, refusal !== undefined))
  return { ...toQuoteState(refusal === undefined ? asked : plain), couponError: refusal }
}

/** The quote of an own place with these lines. */
export function useChangeQuote(id: string, lines: Lines): QuoteState {
  const query = callerQuery(useMemberSession(), participationApi.quote, {
    params: { id },
    data: { lines },
  })
  return toQuoteState(useQuery({ ...query, ...quoted, enabled: lines.length > 0 }))
}

/** Kept here for If-None-Match: its answer is `no-store`, because it has the server time. */
const lastGroup: LastAnswer = {}

/** A group; an answer that an event of its stream has overtaken does not bring the past back. */
export function groupQuery(code: string) {
  return queryOptions({
    ...timedQuery(groupApi.detail, { params: { code } }, { last: lastGroup }),
    structuralSharing: (old, next) => (isOlder(next, old) ? old : replaceEqualDeep(old, next)),
  })
}

function isOlder(next: unknown, old: unknown): boolean {
  const [before, after] = [old, next] as { group: Group }[]
  return before !== undefined && after !== undefined && before.group.version > after.group.version
}

/** How often a place is read while its group is decided and the place is not, in milliseconds. */
const applyingMs = 3_000

function isBeingApplied({ state, group_state: group }: Participation): boolean {
  return (state === 'held' || state === 'authorised') && group !== 'forming' && group !== 'reached'
}

/** One page of own participations; `code` narrows it to those in one group. */
export function useParticipations({ page = 1, code }: { page?: number; code?: string } = {}) {
  const session = useMemberSession()
  const query = callerQuery(session, participationApi.list, {
    query: { page: String(page), ...(code && { code }) },
  })
  return useQuery({
    ...query,
    enabled: session.user !== null,
    placeholderData: code ? undefined : keepPreviousRows(({ participations }) => participations),
    refetchInterval: ({ state }) =>
      state.data?.participations.some(isBeingApplied) ? applyingMs : false,
  })
}

/** The own place in a group: the live one, else the last that ended. */
export function useOwnPlace(code: string): Participation | undefined {
  const { data } = useParticipations({ code })
  return (
    data?.participations.find(({ ended_at }) => ended_at === undefined) ?? data?.participations[0]
  )
}

/** The total that was refused is shown no longer. */
function useQuoteAnew() {
  const client = useQueryClient()
  return async (error: Error) => {
    if (!(error instanceof ApiError) || error.code !== 'GROUP_TOTAL_CHANGED') return
    const quotes = [joinApi.quote, participationApi.quote]
    await Promise.all(
      quotes.map((quote) => client.invalidateQueries({ queryKey: endpointKey(quote) })),
    )
  }
}

function useOnceOnly() {
  const idempotency = useIdempotencyKey()
  const quoteAnew = useQuoteAnew()
  const client = useQueryClient()
  return {
    callOptions: (input: unknown) => ({ idempotencyKey: idempotency.keyOf(input) }),
    onError: (error: Error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
      if (error instanceof ApiError && error.code === 'POLICY_CHANGED') {
        void refreshPolicy(client)
      }
      return quoteAnew(error)
    },
    onSuccess: idempotency.reset,
  }
}

const ofPlaces = { refresh: [...ofOrders, campaignApi.detail], refreshesOnConflict: true }

export function useJoin(choices: { hasNotice: boolean }) {
  return useApiMutation(joinApi.join, { ...useOnceOnly(), ...choices, ...ofPlaces })
}

export function useOpenTeam(choices: { hasNotice: boolean }) {
  return useApiMutation(joinApi.openTeam, { ...useOnceOnly(), ...choices, ...ofPlaces })
}

export function useChangePlace(choices: { onChanged: () => void }) {
  return useApiMutation(participationApi.change, {
    hasNotice: true,
    ...ofPlaces,
    onSuccess: choices.onChanged,
    onError: useQuoteAnew(),
  })
}

export function useWithdraw(choices: { hasNotice: boolean; onWithdrawn: () => void }) {
  return useApiMutation(participationApi.withdraw, {
    hasNotice: choices.hasNotice,
    ...ofPlaces,
    onSuccess: choices.onWithdrawn,
  })
}

export function useAnswerDelay(choices: { hasNotice: boolean; onAnswered: () => void }) {
  return useApiMutation(campaignDelayApi.answer, {
    hasNotice: choices.hasNotice,
    ...ofPlaces,
    onSuccess: choices.onAnswered,
  })
}

/** One page of the groups that the member leads without a place in them. */
export function useLedGroups(page: number) {
  const session = useMemberSession()
  const query = callerQuery(session, leaderApi.list, { query: { page: String(page) } })
  return useQuery({
    ...query,
    enabled: session.user !== null,
    placeholderData: keepPreviousRows(({ groups }) => groups),
  })
}

export function useLeaderConsole(code: string) {
  const session = useMemberSession()
  return useQuery({
    ...callerQuery(session, leaderApi.console, { params: { code } }),
    enabled: session.user !== null,
  })
}

export function useCloseTeam() {
  return useApiMutation(leaderApi.close, { refresh: [leaderApi.console, groupApi.detail] })
}

export function useReminder() {
  return useApiMutation(leaderApi.remind, { refresh: [leaderApi.console] })
}

export function useCommission(page: number) {
  const session = useMemberSession()
  const query = callerQuery(session, commissionApi.list, { query: { page: String(page) } })
  return useQuery({
    ...query,
    enabled: session.user !== null,
    placeholderData: keepPreviousRows(({ entries }) => entries),
  })
}

const ofGroups: Endpoint[] = [
  ...[participationApi.list, leaderApi.list, orderApi.detail, orderApi.list],
  campaignApi.detail,
]

/** Reads what depends on a group anew: its state has changed, or its end. */
export function useRefreshPlaces(): () => void {
  const client = useQueryClient()
  return () => {
    for (const stale of ofGroups) void client.invalidateQueries({ queryKey: endpointKey(stale) })
  }
}
