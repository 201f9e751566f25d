import type { Db } from '../../db/connect.ts'
import { transaction } from '../../db/transaction.ts'
import { readMailSender } from '../../mail/compose-mail.ts'
import { passwordChangedMail } from '../../mail/member-mails.ts'
import { queueMail, unlessVerified } from '../../mail/outbox.ts'
import { IdentityError } from '../identity-error.ts'
import { deauthorizeLater } from '../line/deauthorize-line.ts'
import { deleteLine, findLineOf } from '../line/identities.queries.ts'
import {
  deleteMember,
  lockMember,
  type MemberRow,
  updateCredentials,
  updateMember,
} from '../members.queries.ts'
import { type Client, consumeOrThrow, type Provider } from '../provider/provider.ts'
import { type Fields, textField, unlinksLine } from '../provider/request-fields.ts'
import { checkPassword } from '../sign-in/password-policy.ts'
import { endOtherSessions } from '../sign-in/sessions.ts'
import { authenticate, issueTokens, requireRecent } from '../tokens/tokens.ts'
import { profileChanges } from './profile-fields.ts'
import { waysOf } from './sign-in-ways.ts'
import { applyCode } from './use-action-code.ts'

/** One call of three kinds: a code that was sent by mail, a new password, or the profile. */
export async function updateAccount(provider: Provider, fields: Fields, client: Client) {
  if (textField(fields, 'oobCode') !== undefined) return applyCode(provider, fields, client)
  const { db, limits } = provider
  const { member, authTime, sessionId } = await authenticate(provider, fields)
  await consumeOrThrow(db, limits.changeByAccount, member.uid)
  if (unlinksLine(fields)) {
    requireRecent(authTime)
    return unlinkLine(provider, { member, sessionId })
  }
  // A new address is verified first: `VERIFY_AND_CHANGE_EMAIL` of `accounts:sendOobCode`.
  if (textField(fields, 'email') !== undefined) throw new IdentityError('OPERATION_NOT_ALLOWED')
  const changes = profileChanges(fields)
  const password = textField(fields, 'password')
  if (password !== undefined) {
    requireRecent(authTime)
    return changePassword(provider, { member, authTime, password }, client)
  }
  const hasChanges = Object.keys(changes).length > 0
  const updated = hasChanges ? await updateMember(db, member.uid, changes) : member
  if (!updated) throw new IdentityError('USER_NOT_FOUND')
  return toWire(db, updated)
}

/** Of two ways to sign in one stays; the sessions of other devices end, as LINE may have opened them. */
async function unlinkLine(
  { db, jobs }: Provider,
  { member, sessionId }: { member: MemberRow; sessionId: string | null },
) {
  return transaction(db, async (tx) => {
    const now = await lockMember(tx, member.uid)
    if (!now) throw new IdentityError('USER_NOT_FOUND')
    if (now.sessionVersion !== member.sessionVersion) throw new IdentityError('TOKEN_EXPIRED')
    if (now.email === null || now.passwordHash === null) {
      throw new IdentityError('OPERATION_NOT_ALLOWED', { text: 'it is the only way to sign in' })
    }
    await deauthorizeLater(jobs, tx, await deleteLine(tx, now.uid))
    await endOtherSessions(tx, now.uid, sessionId)
    return toWire(tx, now)
  })
}

async function changePassword(
  provider: Provider,
  change: { member: MemberRow; authTime: Date; password: string },
  client: Client,
) {
  const { db, config, hasher, jobs } = provider
  const { member, authTime, password } = change
  // A password alone signs nobody in.
  if (member.email === null) throw new IdentityError('MISSING_EMAIL')
  checkPassword(password, config.passwordPolicy)
  const { widest } = client.networks
  const passwordHash = await hasher.withHashingSlot(widest, () => hasher.hash(password))
  return transaction(db, async (tx) => {
    const updated = await updateCredentials(tx, member.uid, { passwordHash })
    if (!updated) throw new IdentityError('USER_NOT_FOUND')
    // A concurrent change has revoked the session of this request.
    if (updated.sessionVersion !== member.sessionVersion + 1) {
      throw new IdentityError('TOKEN_EXPIRED')
    }
    const { email } = updated
    if (email !== null) {
      const hasLine = (await findLineOf(tx, updated.uid)) !== undefined
      const notice = passwordChangedMail({ email, hasLine }, await readMailSender(tx))
      const unproved = unlessVerified(updated)
      await queueMail(jobs, tx, { recipient: email, unproved, ...notice })
    }
    // Without a pair of the new version the SDK would sign the member out.
    const tokens = await issueTokens(provider, tx, updated, { authTime, client })
    return { ...(await toWire(tx, updated)), ...tokens }
  })
}

export async function deleteAccount(provider: Provider, fields: Fields) {
  const { db, jobs, onDeleted } = provider
  const { member, authTime } = await authenticate(provider, fields)
  requireRecent(authTime)
  await transaction(db, async (tx) => {
    const now = await lockMember(tx, member.uid)
    if (!now) throw new IdentityError('USER_NOT_FOUND')
    if (now.sessionVersion !== member.sessionVersion) throw new IdentityError('TOKEN_EXPIRED')
    await deauthorizeLater(jobs, tx, await deleteLine(tx, now.uid))
    await deleteMember(tx, now.uid)
    await onDeleted(tx, now)
  })
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}

/** The SDK copies the reply, so a cleared field is returned as an empty text. */
async function toWire(db: Db, member: MemberRow) {
  const { displayName, photoUrl } = member
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: member.uid,
    ...(member.email !== null && { email: member.email }),
    emailVerified: member.emailVerified,
    displayName: displayName ?? '',
    photoUrl: photoUrl ?? '',
    providerUserInfo: (await waysOf(db, member)).map(({ providerId, federatedId }) => ({
      providerId,
      federatedId,
      displayName: displayName ?? '',
      photoUrl: photoUrl ?? '',
    })),
  }
}
