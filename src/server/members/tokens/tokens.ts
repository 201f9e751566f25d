import type { Db } from '../../db/connect.ts'
import { IdentityError } from '../identity-error.ts'
import { findAuthState, findMember, type MemberRow } from '../members.queries.ts'
import type { Client, Provider } from '../provider/provider.ts'
import { type Fields, textField } from '../provider/request-fields.ts'
import { openSession } from '../sign-in/sessions.ts'
import { readIdToken, signIdToken, tokenLifeSeconds } from './id-token.ts'

/** Seconds after which the SDK has to reauthenticate before a sensitive change, unless told otherwise. */
const recentSeconds = 5 * 60

export interface TokenPair {
  idToken: string
  refreshToken: string
  /** Seconds; the SDK wants 64-bit integers as text. */
  expiresIn: string
}

/** Opens a session in the transaction of its cause. */
export async function issueTokens(
  { keys }: Pick<Provider, 'keys'>,
  db: Db,
  member: MemberRow,
  { authTime, client }: { authTime: Date; client: Client },
): Promise<TokenPair> {
  const { userAgent } = client
  const { refreshToken, sessionId } = await openSession(db, member, { authTime, userAgent })
  const idToken = await signIdToken(keys, member, { authTime, sessionId })
  return { idToken, refreshToken, expiresIn: String(tokenLifeSeconds) }
}

/** The member of the call's `idToken`; throws the error code for an invalid token. */
export async function authenticate(
  { keys, db }: Pick<Provider, 'keys' | 'db'>,
  fields: Fields,
): Promise<{ member: MemberRow; authTime: Date; sessionId: string | null }> {
  const token = textField(fields, 'idToken')
  if (token === undefined) throw new IdentityError('MISSING_ID_TOKEN')
  const claims = await readIdToken(keys, token)
  if (!claims) throw new IdentityError('INVALID_ID_TOKEN')
  const [member, state] = await Promise.all([findMember(db, claims.uid), findAuthState(db, claims)])
  if (!member || !state) throw new IdentityError('USER_NOT_FOUND')
  if (member.isDisabled) throw new IdentityError('USER_DISABLED')
  const isLive = state.hasSession && member.sessionVersion === claims.version
  if (!isLive) throw new IdentityError('TOKEN_EXPIRED')
  return { member, authTime: new Date(claims.authTime * 1000), sessionId: claims.sessionId }
}

export function requireRecent(authTime: Date, seconds = recentSeconds): void {
  if (Date.now() - authTime.getTime() > seconds * 1000) {
    throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  }
}
