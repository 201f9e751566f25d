import type { Endpoint } from '#contract/endpoint.ts'

/** The query key that all queries of one endpoint begin with. */
export function endpointKey(endpoint: Endpoint): readonly [string] {
  return [`${endpoint.method} ${endpoint.path}`]
}
