import type { Auth } from 'firebase/auth'
import { sessionAddresses } from './provider-auth.ts'

/** The only error codes of a provider that end a session. */
const endings = new Set([
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'INVALID_ID_TOKEN',
  'INVALID_REFRESH_TOKEN',
])

/**
 * At page load the SDK treats every JSON answer without a user as the end of the session and
 * deletes the stored member, be it a 500 or a 429: one transient error of the provider would sign
 * every member out. The SDK survives a failed request, so a transient error becomes one. The SDK
 * takes `fetch` from the window at each call and has no hook for this.
 */
export function failOnTransientErrors(auth: Auth): void {
  const [lookup, token] = sessionAddresses(auth)
  const browserFetch = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const response = await browserFetch(input, init)
    const address = typeof input === 'string' ? input : ''
    const isTransient =
      (address.startsWith(lookup) && !(await isDefinitive(response, hasMember))) ||
      (address.startsWith(token) && !(await isDefinitive(response, hasTokens)))
    if (isTransient)
      throw new TypeError(`The identity provider is not able just now: ${response.status}`)
    return response
  }
}

async function isDefinitive(
  response: Response,
  isUsable: (reply: Reply) => boolean,
): Promise<boolean> {
  const reply: Reply = await response
    .clone()
    .json()
    .catch(() => null)
  if (response.ok) return isUsable(reply)
  return endings.has(reply?.error?.message?.split(' : ')[0] ?? '')
}

type Reply = {
  users?: unknown[]
  access_token?: string
  refresh_token?: string
  error?: { message?: string }
} | null

function hasMember(reply: Reply): boolean {
  return (reply?.users?.length ?? 0) > 0
}

function hasTokens(reply: Reply): boolean {
  return Boolean(reply?.access_token && reply.refresh_token)
}
