import type { Endpoint, EndpointReply, EndpointSchema } from '#contract/endpoint.ts'
import { endpointUrl } from './endpoint-url.ts'

/** Longer than this nobody waited for an answer: whoever asks then wants a newer one. */
const keptMs = 10_000

const asked = new Map<string, Promise<Response>>()

/**
 * Asks for what everybody may read, before the code that will want it is there. Gives what a success
 * says, for who can begin with it at once; the answer itself is kept for that code.
 */
export async function askAhead<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: Parameters<typeof endpointUrl>[1] = {},
): Promise<EndpointReply<S> | undefined> {
  const url = endpointUrl(endpoint.path, input)
  const answer = fetch(url, { headers: { Accept: 'application/json' } })
  asked.set(url, answer)
  setTimeout(() => asked.delete(url), keptMs)
  try {
    // Whoever takes the answer hears of its failure, and reads its body.
    const copy = (await answer).clone()
    // A success of our own server is of the endpoint's shape.
    return copy.ok ? ((await copy.json()) as EndpointReply<S>) : undefined
  } catch {
    return undefined
  }
}

/** The answer that was asked for ahead, once. */
export function takeAskedAhead(url: string): Promise<Response> | undefined {
  const answer = asked.get(url)
  asked.delete(url)
  return answer
}
