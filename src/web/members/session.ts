import { ApiError } from '../api/api-error.ts'
import { setMemberSession, setTokenSource, signedOutSession } from '../api/member-session.ts'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { clearMemberCookie, memberCookie } from './member-cookie.ts'
import { hasStoredMember, storedMemberKey } from './stored-member.ts'

/** How long until a failed import of the SDK is retried, in milliseconds. */
const retryMs = 10_000

/** The SDK and all that needs it is a chunk of its own, which a guest does not load. */
export const loadIdentity = createChunkLoader(() => import('./identity.ts'))

/** For a caller that waits for a token, a script that cannot be loaded is a network failure. */
async function loadMemberAuth() {
  const identity = await loadIdentity().catch(() => Promise.reject(ApiError.networkError()))
  return identity.memberAuth
}

/**
 * Called once, before the first paint, and not awaited. It restores the session of this browser;
 * calls that depend on the shopper wait for it.
 */
export function restoreMemberSession(): void {
  if (hasStoredMember()) {
    setMemberSession({ ...signedOutSession, token: memberCookie() ?? null, isRestoring: true })
    followProvider()
  } else {
    clearMemberCookie()
    addEventListener('storage', onSignInElsewhere)
  }
}

/** From the first sign-in in another tab the SDK of this one follows the storage by itself. */
function onSignInElsewhere(event: StorageEvent): void {
  if (event.key !== storedMemberKey || event.newValue === null) return
  removeEventListener('storage', onSignInElsewhere)
  followProvider()
}

function followProvider(): void {
  setTokenSource({
    current: async () => (await loadMemberAuth()).currentToken(),
    renewed: async (refused) => (await loadMemberAuth()).renewedToken(refused),
  })
  loadMemberAuth().then(
    (loaded) => loaded.startMemberAuth(),
    () => setTimeout(followProvider, retryMs),
  )
}
