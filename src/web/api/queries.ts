import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, EndpointInput, EndpointReply, EndpointSchema } from '#contract/endpoint.ts'
import { showToast } from '../ui/toast-store.ts'
import { ApiError } from './api-error.ts'
import { type CallOptions, call } from './call.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: retryQuery, staleTime: 30_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

/** Only what may pass by itself is asked again: no answer, or a server that is not able just now. */
function retryQuery(failures: number, error: unknown): boolean {
  const isTransient = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return isTransient && failures < 2
}

/** The key of everything that was asked of one endpoint. */
export function endpointKey(endpoint: Endpoint): readonly [string] {
  return [`${endpoint.method} ${endpoint.path}`]
}

/** An endpoint and its input as query options; queries show no messages of their own. */
export function apiQuery<S extends EndpointSchema>(endpoint: Endpoint<S>, input: EndpointInput<S>) {
  return queryOptions<EndpointReply<S>, ApiError>({
    queryKey: [...endpointKey(endpoint), input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    meta: { caller: endpoint.caller },
  })
}

interface MutationChoices<S extends EndpointSchema> {
  /** A call that must fail or succeed without a word opts out of its toasts. */
  toast?: 'all' | 'failure' | 'none'
  /** How long the toast of a success stays, in milliseconds. */
  successToastMs?: number
  /** Writes that name the same scope run one after the other. */
  scope?: string
  /** The endpoints whose answers are stale after a success. */
  refresh?: Endpoint[]
  onSuccess?: (reply: EndpointReply<S>, input: EndpointInput<S>) => unknown
  onError?: (error: Error, input: EndpointInput<S>) => unknown
  options?: (input: EndpointInput<S>) => CallOptions
}

/** A write. Its message is shown as a toast, for a success as for an error, unless it opts out. */
export function useApiMutation<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  choices: MutationChoices<S> = {},
) {
  const client = useQueryClient()
  const { toast = 'all' } = choices
  return useMutation<EndpointReply<S>, Error, EndpointInput<S>>({
    mutationFn: (input) => call(endpoint, input, choices.options?.(input)),
    ...(choices.scope && { scope: { id: choices.scope } }),
    onSuccess: async (reply, input) => {
      const { message } = reply as { message?: string }
      if (toast === 'all' && message) {
        showToast({ message, success: true, autoHideDuration: choices.successToastMs })
      }
      await Promise.all(
        (choices.refresh ?? []).map((stale) =>
          client.invalidateQueries({ queryKey: endpointKey(stale) }),
        ),
      )
      await choices.onSuccess?.(reply, input)
    },
    onError: async (error, input) => {
      if (toast !== 'none') showToast({ message: error.message, success: false })
      await choices.onError?.(error, input)
    },
  })
}
