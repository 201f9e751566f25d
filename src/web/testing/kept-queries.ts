import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointKey } from '../api/endpoint-key.ts'

/** Puts one answer of each endpoint in the cache; gives the paths of those that are stale by now. */
export function keepAnswers(client: QueryClient, endpoints: readonly Endpoint[]): () => string[] {
  for (const endpoint of endpoints) client.setQueryData(endpointKey(endpoint), {})
  return () =>
    endpoints
      .filter((endpoint) => client.getQueryState(endpointKey(endpoint))?.isInvalidated)
      .map(({ path }) => path)
}
