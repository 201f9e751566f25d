import { type Auth, browserLocalPersistence, onIdTokenChanged, type User } from 'firebase/auth'
import { lineProviderId } from '#contract/line-sign-in.ts'
import { t } from '#contract/translate.ts'
import { ApiError } from '../api/api-error.ts'
import { isCallerQuery } from '../api/caller-query.ts'
import {
  type MemberUser,
  memberSession,
  setMemberSession,
  setTokenSource,
  signedOutSession,
} from '../api/member-session.ts'
import { queryClient } from '../api/queries.ts'
import { shopConfig, shopSettings } from '../api/shop-config.ts'
import { clearDraft, loadDraft } from '../shared/checkout-draft.ts'
import { forgetLists } from '../shared/hand-out-lists.ts'
import { endsSession, isNetworkFailure } from './identity-errors.ts'
import { clearMemberCookie, setMemberCookie } from './member-cookie.ts'
import { createAuth } from './provider-auth.ts'
import { countsAsExpired, createRefreshTimer } from './refresh-timer.ts'
import { failOnTransientErrors } from './transient-errors.ts'

let memberAuth: Auth | undefined

const refreshTimer = createRefreshTimer({
  refresh: async () => {
    await requestToken({ isForced: true })
    return storedToken(signedInUser()).expiresAt
  },
  isTransient: isNetworkFailure,
})

/**
 * The auth of the member, started on first use. It is stored in localStorage, because IndexedDB sends
 * no events: a sign-out or a new token of one tab reaches the other tabs at once.
 */
export function startMemberAuth(): Auth {
  if (memberAuth) return memberAuth
  const auth = createAuth({
    identity: shopConfig.identity,
    persistence: browserLocalPersistence,
  })
  memberAuth = auth
  failOnTransientErrors(auth)
  setTokenSource({ current: currentToken, renewed: renewedToken })
  onIdTokenChanged(auth, syncSession)
  return auth
}

/** The user of the SDK; throws without one, because only a member can start the action. */
export function signedInUser(): User {
  const user = startMemberAuth().currentUser
  if (!user) throw new ApiError(401, [t('登入已失效，請重新登入')])
  return user
}

/** Copies the state of the SDK to the session: after each event, and after changes without an event. */
export function syncSession(user: User | null): void {
  const before = memberSession().user?.uid
  const wasRestoring = memberSession().isRestoring
  if (user) {
    const { token, expiresAt } = storedToken(user)
    const isGood = token !== null && !countsAsExpired(expiresAt)
    setMemberSession({
      user: memberUser(user),
      isLoggedIn: true,
      token: isGood ? token : null,
      isRestoring: false,
    })
    if (isGood) setMemberCookie(token, expiresAt)
    else clearMemberCookie()
    refreshTimer.follow(expiresAt)
  } else {
    const hasEnded = memberSession().hasEnded || (before !== undefined && !isSignOut)
    refreshTimer.stop()
    clearMemberCookie()
    setMemberSession({ ...signedOutSession, ...(hasEnded && { hasEnded }) })
  }
  if (user?.uid !== before && !wasRestoring) clearCallerData(user)
  const hasLeft = before === undefined ? !user && wasRestoring : user?.uid !== before
  if (hasLeft) void withThisBrowser((own) => own.leaveThisBrowser())
  else if (wasRestoring) void withThisBrowser((own) => own.keepPush())
  if (user) isSignOut = false
}

/** Ends or goes on with what a shop on phones keeps in this browser; a failure keeps nobody from signing out. */
export async function withThisBrowser(
  act: (own: typeof import('../phone/this-browser.ts')) => Promise<void>,
): Promise<void> {
  if (!shopSettings.on_phones) return
  await import('../phone/this-browser.ts').then(act).catch(() => undefined)
}

/**
 * Removes the data of the previous caller; active queries fetch again. What was typed stays for the
 * same member when the session has ended by itself.
 */
function clearCallerData(user: User | null): void {
  queryClient.removeQueries({ predicate: isCallerQuery })
  if (user) loadDraft(user.uid)
  else if (isSignOut) {
    clearDraft()
    forgetLists()
  }
}

export async function currentToken(): Promise<string | null> {
  const auth = startMemberAuth()
  await auth.authStateReady()
  return auth.currentUser ? requestToken({ isForced: false }).catch(throwForApi) : null
}

/** Concurrent refused calls share one refresh of the token. */
export async function renewedToken(refused: string): Promise<string | null> {
  const current = await currentToken()
  if (current === null || current !== refused) return current
  return requestToken({ isForced: true }).catch(throwForApi)
}

let request: Promise<string> | undefined
/** The member has asked for the end of the session; any other end comes by itself. */
let isSignOut = false

export function expectSignOut(): void {
  isSignOut = true
}

/** One request at a time: the SDK would send one for each waiting caller. */
function requestToken({ isForced }: { isForced: boolean }): Promise<string> {
  request ??= signedInUser()
    .getIdToken(isForced)
    .catch(async (error: unknown) => {
      if (endsSession(error)) await startMemberAuth().signOut()
      throw error
    })
    .finally(() => {
      request = undefined
    })
  return request
}

/** Without a token a member must not be served as a guest. */
function throwForApi(error: unknown): never {
  if (endsSession(error)) throw new ApiError(401, [t('登入已失效，請重新登入')])
  throw error instanceof ApiError ? error : ApiError.networkError()
}

/** The expiry as the SDK computes it, which allows for a wrong clock of the device. */
function storedToken(user: User): { token: string | null; expiresAt: number } {
  const { stsTokenManager } = user.toJSON() as {
    stsTokenManager: { accessToken: string | null; expirationTime: number | null }
  }
  return { token: stsTokenManager.accessToken, expiresAt: stsTokenManager.expirationTime ?? 0 }
}

function memberUser(user: User): MemberUser {
  const ways = user.providerData.map(({ providerId }) => providerId)
  const hasLine = ways.includes(lineProviderId)
  return {
    uid: user.uid,
    displayName: user.displayName,
    email: user.email,
    emailVerified: user.emailVerified,
    phoneNumber: user.phoneNumber,
    photoUrl: user.photoURL,
    createdAt: user.metadata.creationTime ?? null,
    ...(hasLine && { hasLine }),
    ...(hasLine && !ways.includes('password') && { hasPassword: false }),
  }
}
