import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, EndpointInput, EndpointReply, EndpointSchema } from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { MemberSession } from './member-session.ts'
import { endpointKey } from './queries.ts'

/**
 * A question whose answer belongs to the caller. Answers are kept apart by member, so that nobody
 * sees those of the one who was signed in before, and it is asked once it is known who is asking.
 */
export function shopperQuery<S extends EndpointSchema>(
  session: MemberSession,
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
) {
  return queryOptions<EndpointReply<S>, ApiError>({
    queryKey: [...endpointKey(endpoint), input, { shopper: session.user?.uid ?? 'guest' }],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: !session.isRestoring,
  })
}
