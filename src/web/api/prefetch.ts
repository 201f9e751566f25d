import type { Endpoint, EndpointReply, EndpointSchema } from '#contract/endpoint.ts'
import { endpointUrl } from './endpoint-url.ts'

/** An older response is not used: the caller wants a newer one. */
const ttlMs = 10_000

const responses = new Map<string, Promise<Response>>()

/**
 * Starts a public read before the code that needs it has loaded. Resolves to the reply, or to
 * undefined after a failure; the response itself is stored for `fetchOrTakePrefetched`.
 */
export async function prefetch<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: Parameters<typeof endpointUrl>[1] = {},
): Promise<EndpointReply<S> | undefined> {
  const url = endpointUrl(endpoint.path, input)
  const response = fetch(url, { headers: { Accept: 'application/json' } })
  responses.set(url, response)
  setTimeout(() => responses.delete(url), ttlMs)
  try {
    // The body of the original is read by its taker, who also reports a failure.
    const copy = (await response).clone()
    // A success of our own server is of the endpoint's shape.
    return copy.ok ? ((await copy.json()) as EndpointReply<S>) : undefined
  } catch {
    return undefined
  }
}

/** `fetch`, except that a prefetched response is used once in place of a request. */
export function fetchOrTakePrefetched(url: string, init: RequestInit): Promise<Response> {
  const prefetched = init.method === 'GET' ? responses.get(url) : undefined
  if (!prefetched) return fetch(url, init)
  responses.delete(url)
  return prefetched
}
