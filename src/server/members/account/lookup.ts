import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { MemberRow } from '../members.queries.ts'
import type { Provider } from '../provider/provider.ts'
import type { Fields } from '../provider/request-fields.ts'
import { authenticate } from '../tokens/tokens.ts'

/** Called after every sign-in and at every load of a page of a member. */
export async function lookup(provider: Provider, fields: Fields) {
  const { member } = await authenticate(provider, fields)
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [toWire(member)] }
}

function toWire(member: MemberRow) {
  const profile = {
    ...(member.displayName !== null && { displayName: member.displayName }),
    ...(member.photoUrl !== null && { photoUrl: member.photoUrl }),
  }
  const { email } = member
  return {
    localId: member.uid,
    email,
    emailVerified: member.emailVerified,
    ...profile,
    providerUserInfo: [
      { providerId: 'password', rawId: email, federatedId: email, email, ...profile },
    ],
    // The SDK takes a member without one for one without a password.
    passwordHash: 'UkVEQUNURUQ=',
    validSince: String(toEpochSeconds(member.validSince)),
    disabled: false,
    createdAt: String(member.createdAt.getTime()),
    lastLoginAt: String(member.lastLoginAt.getTime()),
    lastRefreshAt: member.lastLoginAt.toISOString(),
  }
}
