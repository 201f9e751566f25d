import { useSyncExternalStore } from 'react'

/** A member as the identity provider reports it. */
export interface MemberUser {
  uid: string
  displayName: string | null
  email: string | null
  emailVerified: boolean
  phoneNumber: string | null
  photoUrl: string | null
  /** As the provider gives it; null when it gives none. */
  createdAt: string | null
  /** False for a member who signs in by LINE alone. */
  hasPassword?: false
  /** The member can sign in by LINE. */
  hasLine?: true
}

/**
 * `isRestoring` is true from load until the provider knows whether a member is signed in; the token
 * of the last visit may be there before that.
 */
export interface MemberSession {
  user: MemberUser | null
  isLoggedIn: boolean
  token: string | null
  isRestoring: boolean
  /** It ended by itself, without a sign-out. */
  hasEnded?: boolean
}

export interface TokenSource {
  /** A valid token, or null without a member; waits until the session is restored. */
  current(): Promise<string | null>
  /** Refreshes the token after the API refused `refused`: a newer token, or null. */
  renewed(refused: string): Promise<string | null>
}

export const signedOutSession: MemberSession = {
  user: null,
  isLoggedIn: false,
  token: null,
  isRestoring: false,
}

let session: MemberSession = signedOutSession
let tokenSource: TokenSource = { current: async () => null, renewed: async () => null }
const listeners = new Set<() => void>()

export function memberSession(): MemberSession {
  return session
}

/** Called by the identity client only. */
export function setMemberSession(next: MemberSession): void {
  session = next
  for (const listener of listeners) listener()
}

export function setTokenSource(source: TokenSource): void {
  tokenSource = source
}

export function memberToken(): Promise<string | null> {
  return tokenSource.current()
}

export function renewedMemberToken(refused: string): Promise<string | null> {
  return tokenSource.renewed(refused)
}

function subscribeToMemberSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useMemberSession(): MemberSession {
  return useSyncExternalStore(subscribeToMemberSession, memberSession, memberSession)
}
