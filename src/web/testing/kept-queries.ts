import type { QueryClient } from '@tanstack/react-query'
import { type Endpoint, endpointKey } from '#contract/endpoint.ts'

/** Puts one answer of each endpoint in the cache; gives the paths of those that are stale by now. */
export function keepAnswers(client: QueryClient, endpoints: readonly Endpoint[]): () => string[] {
  for (const endpoint of endpoints) client.setQueryData(endpointKey(endpoint), {})
  return () =>
    endpoints
      .filter((endpoint) => client.getQueryState(endpointKey(endpoint))?.isInvalidated)
      .map(({ path }) => path)
}
