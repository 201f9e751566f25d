import {
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  type EndpointSchema,
  readKey,
} from '#contract/endpoint.ts'
import { endpointUrl } from './endpoint-url.ts'

/** An older response is not used: the caller wants a newer one. */
const ttlMs = 10_000

interface Prefetch {
  /** Of the query that asks for the same. */
  key: readonly unknown[]
  response: Promise<Response>
  reply: Promise<unknown>
}

const started = new Map<string, Prefetch>()

/**
 * Starts a public read before the code that needs it has loaded. Rejects after a failure; the
 * response itself is stored for `fetchOrTakePrefetched`.
 */
export async function prefetch<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
): Promise<EndpointReply<S>> {
  const url = endpointUrl(endpoint.path, input as Parameters<typeof endpointUrl>[1])
  const response = fetch(url, { headers: { Accept: 'application/json' } })
  const reply = readReply<S>(response)
  started.set(url, { key: readKey(endpoint, input), response, reply })
  setTimeout(() => started.delete(url), ttlMs)
  const received = await reply
  if (received === undefined) throw new Error('a prefetched read failed')
  return received
}

/** The replies that are there within `ms`; a later response is for `fetchOrTakePrefetched`. */
export async function takePrefetchedReplies(ms: number) {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms))
  const taken = [...started].map(async ([url, { key, reply: coming }]) => {
    const reply = await Promise.race([coming, late])
    if (reply === undefined) return []
    started.delete(url)
    return [{ key, reply }]
  })
  return (await Promise.all(taken)).flat()
}

/** `fetch`, except that a prefetched response is used once in place of a request. */
export function fetchOrTakePrefetched(url: string, init: RequestInit): Promise<Response> {
  const prefetched = init.method === 'GET' ? started.get(url) : undefined
  if (!prefetched) return fetch(url, init)
  started.delete(url)
  return prefetched.response
}

async function readReply<S extends EndpointSchema>(
  response: Promise<Response>,
): Promise<EndpointReply<S> | undefined> {
  try {
    // The body of the original is read by its taker, who also reports a failure.
    const copy = (await response).clone()
    // A success of our own server is of the endpoint's shape.
    return copy.ok ? ((await copy.json()) as EndpointReply<S>) : undefined
  } catch {
    return undefined
  }
}
