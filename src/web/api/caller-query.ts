import { queryOptions } from '@tanstack/react-query'
import {
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  type EndpointSchema,
  endpointKey,
} from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { MemberSession } from './member-session.ts'

/**
 * A query whose reply belongs to the caller. The member is part of the key, so that no member sees
 * the data of another one, and the query is enabled once the session is known.
 */
export function callerQuery<S extends EndpointSchema>(
  session: MemberSession,
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
) {
  return queryOptions<EndpointReply<S>, ApiError>({
    queryKey: [...endpointKey(endpoint), input, { caller: session.user?.uid ?? 'guest' }],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    meta: { shows: endpoint.shows },
    enabled: !session.isRestoring,
  })
}

/** Whether a query's data belongs to a caller, by the last part of its key. */
export function isCallerQuery({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  const last = queryKey.at(-1)
  return typeof last === 'object' && last !== null && 'caller' in last
}
