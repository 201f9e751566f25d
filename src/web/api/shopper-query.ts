import type { Endpoint, EndpointInput, EndpointSchema } from '#contract/endpoint.ts'
import type { MemberSession } from './member-session.ts'
import { apiQuery } from './queries.ts'

/**
 * A question whose answer belongs to the caller. Answers are kept apart by member, so that nobody
 * sees those of the one who was signed in before, and it is asked once it is known who is asking.
 */
export function shopperQuery<S extends EndpointSchema>(
  session: MemberSession,
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
) {
  const query = apiQuery(endpoint, input)
  return {
    queryKey: [...query.queryKey, { shopper: session.user?.uid ?? 'guest' }] as const,
    queryFn: query.queryFn,
    enabled: !session.isRestoring,
  }
}
