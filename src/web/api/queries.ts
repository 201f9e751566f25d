import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  type EndpointSchema,
  endpointKey,
  readKey,
} from '#contract/endpoint.ts'
import { showToast, type ToastAction } from '../ui/toast-store.ts'
import { ApiError } from './api-error.ts'
import { type CallOptions, call } from './call.ts'
import { changesShown, write } from './write.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: retryQuery, staleTime: 30_000, refetchOnWindowFocus: true },
    // Offline a write fails at once with a message. Paused, an order would be sent an hour later.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Only transient failures are retried: no response, or a fault of the server. */
function retryQuery(failures: number, error: unknown): boolean {
  const isTransient = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return isTransient && failures < 2
}

/** An endpoint and its input as query options; queries show no messages of their own. */
export function apiQuery<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
  options: Pick<CallOptions, 'last'> = {},
) {
  return queryOptions<EndpointReply<S>, ApiError>({
    queryKey: readKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
    meta: { caller: endpoint.caller, shows: endpoint.shows },
  })
}

/**
 * As `keepPreviousData`, for the pages of a list: the rows of the previous choice stay while the
 * next one loads. An empty answer does not, because a screen would state it of the new choice.
 */
export function keepPreviousRows<T>(rowsOf: (reply: T) => readonly unknown[]) {
  return (previous: T | undefined) =>
    previous && rowsOf(previous).length > 0 ? previous : undefined
}

interface MutationOptions<S extends EndpointSchema> {
  /** Which outcomes are shown as a toast. */
  toast?: 'all' | 'failure' | 'none'
  /** A notice on the screen says the failure; a toast does once the notice has gone. */
  hasNotice?: boolean
  /** How long the toast of a success stays, in milliseconds. */
  successToastMs?: number
  /** Where the toast of a success leads on to. */
  successAction?: ToastAction
  /** Writes of the same scope run one after the other. */
  scope?: string
  /** The endpoints whose queries are invalidated by a success. */
  refresh?: Endpoint[]
  /** Pending until the screen has read the change; callbacks of the call wait as long. */
  isPendingUntilShown?: boolean
  /** Also by a 404 or 409: what the screen shows was not so any more. */
  refreshesOnConflict?: boolean
  onSuccess?: (reply: EndpointReply<S>, input: EndpointInput<S>) => unknown
  onError?: (error: Error, input: EndpointInput<S>) => unknown
  callOptions?: (input: EndpointInput<S>) => CallOptions
}

/** A write. Its message is shown as a toast, for a success as for an error, unless it opts out. */
export function useApiMutation<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  options: MutationOptions<S> = {},
) {
  const client = useQueryClient()
  const { toast = 'all', hasNotice = false } = options
  const isNoticeShown = useShown(hasNotice)
  const refresh = () =>
    Promise.all(
      (options.refresh ?? []).map((stale) =>
        client.invalidateQueries({ queryKey: endpointKey(stale) }),
      ),
    )
  return useMutation<EndpointReply<S>, Error, EndpointInput<S>>({
    mutationFn: (input) => write(endpoint, input, options.callOptions?.(input)),
    ...(options.scope && { scope: { id: options.scope } }),
    onSuccess: async (reply, input) => {
      const { message } = reply as { message?: string }
      if (toast === 'all' && message) {
        const { successAction: action, successToastMs: durationMs } = options
        showToast({ tone: 'success', text: message, durationMs, ...(action && { action }) })
      }
      await refresh()
      await options.onSuccess?.(reply, input)
      if (options.isPendingUntilShown) await changesShown()
    },
    onError: async (error, input) => {
      if (toast !== 'none' && !isNoticeShown.current)
        showToast({ tone: 'failure', text: error.message })
      if (options.refreshesOnConflict && isConflict(error)) void refresh()
      await options.onError?.(error, input)
    },
  })
}

function isConflict(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

/** False once the component has left the screen, too. */
function useShown(isShown: boolean) {
  const shown = useRef(isShown)
  useEffect(() => {
    shown.current = isShown
    return () => {
      shown.current = false
    }
  }, [isShown])
  return shown
}
