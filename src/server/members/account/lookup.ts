import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { MemberRow } from '../members.queries.ts'
import type { Provider } from '../provider/provider.ts'
import type { Fields } from '../provider/request-fields.ts'
import { authenticate } from '../tokens/tokens.ts'
import { waysOf } from './sign-in-ways.ts'

/** Called after every sign-in and at every load of a page of a member. */
export async function lookup(provider: Provider, fields: Fields) {
  const { member } = await authenticate(provider, fields)
  const users = [toWire(member, await waysOf(provider.db, member))]
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users }
}

function toWire(member: MemberRow, ways: Awaited<ReturnType<typeof waysOf>>) {
  const profile = {
    ...(member.displayName !== null && { displayName: member.displayName }),
    ...(member.photoUrl !== null && { photoUrl: member.photoUrl }),
  }
  const { email } = member
  return {
    localId: member.uid,
    ...(email !== null && { email }),
    emailVerified: member.emailVerified,
    ...profile,
    providerUserInfo: ways.map(({ providerId, federatedId }) => ({
      ...{ providerId, rawId: federatedId, federatedId },
      ...(providerId === 'password' && { email: federatedId }),
      ...profile,
    })),
    // The SDK takes a member without one for one without a password.
    ...(member.passwordHash !== null && { passwordHash: 'UkVEQUNURUQ=' }),
    validSince: String(toEpochSeconds(member.validSince)),
    disabled: false,
    createdAt: String(member.createdAt.getTime()),
    lastLoginAt: String(member.lastLoginAt.getTime()),
    lastRefreshAt: member.lastLoginAt.toISOString(),
  }
}
