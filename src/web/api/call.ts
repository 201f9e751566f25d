import type { Endpoint, EndpointInput, EndpointReply, EndpointSchema } from '#contract/endpoint.ts'
import { sendAsAdmin } from './admin-calls.ts'
import { adminToken } from './admin-session.ts'
import { ApiError } from './api-error.ts'
import { endpointUrl } from './endpoint-url.ts'
import { memberSession, memberToken, renewedMemberToken } from './member-session.ts'
import { orderAccess } from './order-access.ts'
import { fetchOrTakePrefetched } from './prefetch.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Retries of one write carry the same key, and so take effect once. */
  idempotencyKey?: string | undefined
  /** In place of the session's. */
  token?: string
  /** A call for members that the staff may make, from the back office. */
  isStaff?: boolean
  /** Of a read that is repeated: while nothing has changed, the server says no more than that. */
  last?: LastAnswer
}

/** The answer that a conditional read is compared with. */
export interface LastAnswer {
  answer?: { url: string; etag: string; reply: unknown }
}

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  data?: unknown
  body?: unknown
}

/**
 * Calls an endpoint of the contract. It has no time limit and shows nothing: the caller decides
 * how a result is shown. Throws an ApiError for every answer that is no success.
 */
export async function call<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
  options: CallOptions = {},
): Promise<EndpointReply<S>> {
  const sendWithToken = () => send(endpoint, input, options, adminToken() ?? null)
  // Check and sign-out are about the session itself.
  if (endpoint.token === 'admin') return sendWithToken()
  if (endpoint.caller === 'admin' || options.isStaff) return sendAsAdmin(sendWithToken)
  // A public read does not wait until the session is restored.
  const token =
    options.token ?? (endpoint.caller === 'anyone' ? memberSession().token : await memberToken())
  try {
    return await send(endpoint, input, options, token)
  } catch (error) {
    if (token === null || !isTokenStale(error)) throw error
    // The refusal had no effect. The provider knows whether the session is still valid.
    const renewed = await renewedMemberToken(token)
    if (renewed === null || renewed === token) throw error
    return send(endpoint, input, options, renewed)
  }
}

/** A token of Firebase says what was true at its issue; the address may be verified since then. */
function isTokenStale(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 401 || error.code === 'MEMBER_UNVERIFIED'
}

async function send<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
  options: CallOptions,
  token: string | null,
): Promise<EndpointReply<S>> {
  const parts = input as AnyInput
  const headers = new Headers({ Accept: 'application/json' })
  if (token) headers.set('Authorization', token)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const access = endpoint.takesAccess ? orderAccess(parts.params?.id ?? '') : undefined
  const url = endpointUrl(endpoint.path, { ...parts, query: { ...parts.query, access } })
  const known = options.last?.answer?.url === url ? options.last.answer : undefined
  if (known) headers.set('If-None-Match', known.etag)
  const payload = parts.data === undefined ? parts.body : { data: parts.data }
  if (payload !== undefined) headers.set('Content-Type', 'application/json')

  let response: Response
  let reply: unknown
  try {
    response = await fetchOrTakePrefetched(url, {
      method: endpoint.method,
      headers,
      body: payload === undefined ? null : JSON.stringify(payload),
      signal: options.signal ?? null,
    })
    reply = await response.json().catch(() => undefined)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw ApiError.networkError()
  }
  if (known && response.status === 304) return known.reply as EndpointReply<S>
  if (!response.ok || (reply as { success?: boolean } | undefined)?.success !== true) {
    throw ApiError.fromResponse(response.status, reply)
  }
  const etag = response.headers.get('ETag')
  if (options.last && etag !== null) options.last.answer = { url, etag, reply }
  return reply as EndpointReply<S>
}
