import { IdentityError } from '../identity-error.ts'
import { findMember } from '../members.queries.ts'
import type { Provider } from '../provider/provider.ts'
import { type Fields, textField } from '../provider/request-fields.ts'
import { projectId, signIdToken, tokenLifeSeconds } from '../tokens/id-token.ts'
import { deleteSession, findSession, memberNamedBy, sessionIdOf } from './sessions.ts'

/** The refresh-token grant. The token stays the same: tabs that refresh together all succeed. */
export async function refreshSession({ db, keys }: Provider, fields: Fields) {
  const grant = textField(fields, 'grant_type')
  if (grant === undefined) throw new IdentityError('MISSING_GRANT_TYPE')
  if (grant !== 'refresh_token') throw new IdentityError('INVALID_GRANT_TYPE')
  const token = textField(fields, 'refresh_token')
  if (token === undefined) throw new IdentityError('MISSING_REFRESH_TOKEN')
  const uid = memberNamedBy(token)
  if (uid === undefined) throw new IdentityError('INVALID_REFRESH_TOKEN')
  const session = await findSession(db, token)
  if (!session) {
    // The tokens of a deleted account are deleted too; the SDK must end the session of its tabs.
    const isGone = !(await findMember(db, uid))
    throw new IdentityError(isGone ? 'USER_NOT_FOUND' : 'INVALID_REFRESH_TOKEN')
  }
  const { member } = session
  if (member.isDisabled) throw new IdentityError('USER_DISABLED')
  if (session.sessionVersion !== member.sessionVersion) throw new IdentityError('TOKEN_EXPIRED')
  const idToken = await signIdToken(keys, member, {
    authTime: session.authTime,
    sessionId: sessionIdOf(token),
  })
  return {
    access_token: idToken,
    id_token: idToken,
    refresh_token: token,
    expires_in: String(tokenLifeSeconds),
    token_type: 'Bearer',
    user_id: member.uid,
    project_id: projectId,
  }
}

/**
 * Signs a session out. Holding its refresh token is enough, as RFC 7009 has it: a member whose ID
 * token has expired can sign out, too. An unknown token is answered alike.
 */
export async function revokeToken({ db }: Provider, fields: Fields): Promise<object> {
  if (textField(fields, 'tokenType') !== 'REFRESH_TOKEN') {
    // The SDK revokes tokens of other providers with this call.
    throw new IdentityError('OPERATION_NOT_ALLOWED')
  }
  const token = textField(fields, 'token')
  if (token === undefined) throw new IdentityError('MISSING_REFRESH_TOKEN')
  await deleteSession(db, token)
  return {}
}
