import { initializeApp } from 'firebase/app'
import { type Auth, initializeAuth, type Persistence } from 'firebase/auth'
import type { IdentityConfig } from '#contract/members.ts'
import { isEnglish } from '#contract/translate.ts'

const sdkHosts = ['identitytoolkit.googleapis.com', 'securetoken.googleapis.com'] as const

interface AuthChoices {
  identity: IdentityConfig
  persistence: Persistence
  /** The name of the SDK's app; without one it is the default app, whose member is stored. */
  name?: string
}

/**
 * `initializeAuth`, never `getAuth`: the latter brings the pop-up resolver along, and with it scripts
 * and frames of another origin.
 */
export function createAuth({ identity, persistence, name }: AuthChoices): Auth {
  const { provider, ...options } = identity
  const auth = initializeAuth(initializeApp(options, name), { persistence })
  // In the same task as the initialisation: the first request is already on its way after it.
  if (provider === 'own') pointAtOwnProvider(auth)
  auth.languageCode = isEnglish() ? 'en' : 'zh-TW'
  return auth
}

/**
 * The SDK builds its addresses as `scheme://host/path` from three public fields, and a host may
 * carry a path. They are undocumented, so a version that no longer has them must not start.
 */
function pointAtOwnProvider(auth: Auth): void {
  const { config } = auth
  if (config.apiHost !== sdkHosts[0] || config.tokenApiHost !== sdkHosts[1]) {
    throw new Error('This version of the identity SDK cannot be pointed at our own provider')
  }
  config.apiScheme = location.protocol.slice(0, -1)
  config.apiHost = `${location.host}/${sdkHosts[0]}`
  config.tokenApiHost = `${location.host}/${sdkHosts[1]}`
  for (const address of sessionAddresses(auth)) {
    if (new URL(address).origin !== location.origin) {
      throw new Error(`Identity requests would leave the origin: ${address}`)
    }
  }
}

/** The two calls whose answers decide whether the SDK signs its member out. */
export function sessionAddresses(auth: Auth): [lookup: string, token: string] {
  const { apiScheme, apiHost, tokenApiHost } = auth.config
  return [`${apiScheme}://${apiHost}/v1/accounts:lookup`, `${apiScheme}://${tokenApiHost}/v1/token`]
}

/**
 * Ends the session at our own provider, whose refresh token lives on otherwise; Google's provider
 * has no such call. The browser signs out whether or not the provider can be reached.
 */
export async function revokeSession(auth: Auth): Promise<void> {
  const { apiScheme, apiHost, apiKey } = auth.config
  const token = auth.currentUser?.refreshToken
  if (apiHost === sdkHosts[0] || token === undefined) return
  const address = `${apiScheme}://${apiHost}/v2/accounts:revokeToken?key=${apiKey}`
  await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, tokenType: 'REFRESH_TOKEN' }),
    // The page may be left at once.
    keepalive: true,
  }).catch(() => undefined)
}
