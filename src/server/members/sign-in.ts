import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { giveBack, type RateLimit, takeFrom } from '../limits/rate-limit.ts'
import { emailField, emailKey } from './email-address.ts'
import { IdentityError } from './identity-error.ts'
import type { IdentityLimits } from './identity-limits.ts'
import { findMemberByEmail, recordLogin } from './members.queries.ts'
import { type Client, type Provider, takeOrRefuse } from './provider.ts'
import { type Fields, textField } from './request-fields.ts'
import { issueTokens } from './tokens.ts'

export async function signInWithPassword(provider: Provider, fields: Fields, client: Client) {
  const { db, hasher, limits } = provider
  const email = emailField(fields)
  const password = textField(fields, 'password')
  if (password === undefined) throw new IdentityError('MISSING_PASSWORD')
  const key = emailKey(email)
  const taken = await takeSignIn(db, limits, { account: key, network: client.network })
  const member = await findMemberByEmail(db, key)
  let isRight: boolean
  try {
    isRight = await hasher.verify(member?.passwordHash ?? null, password)
  } catch (error) {
    // Nothing was compared, so nothing was guessed.
    await taken.giveBack()
    throw error
  }
  if (!member || !isRight) throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  await taken.giveBack()
  if (member.isDisabled) throw new IdentityError('USER_DISABLED')
  return transaction(db, async (tx) => {
    await recordLogin(tx, member.uid)
    const tokens = await issueTokens(provider, tx, member, { authTime: new Date(), client })
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId: member.uid,
      email: member.email,
      displayName: member.displayName ?? '',
      ...(member.photoUrl !== null && { profilePicture: member.photoUrl }),
      registered: true,
      ...tokens,
    }
  })
}

/**
 * Counts a sign-in as a wrong one before the password is compared, so that attempts sent together
 * are counted too; a right one is given back. An account under attack from many networks is never
 * closed: each further network has a few attempts, and so has its owner.
 */
async function takeSignIn(
  db: Db,
  limits: IdentityLimits,
  { account, network }: { account: string; network: string },
): Promise<{ giveBack(): Promise<void> }> {
  const both = `${account} ${network}`
  const taken: [RateLimit, string][] = []
  await takeOrRefuse(db, limits.signInByNetwork, network)
  taken.push([limits.signInByNetwork, network])
  await takeOrRefuse(db, limits.signInByAccountAndNetwork, both)
  taken.push([limits.signInByAccountAndNetwork, both])
  if (await takeFrom(db, limits.signInByAccount, account)) {
    await takeOrRefuse(db, limits.signInUnderAttack, both)
    taken.push([limits.signInUnderAttack, both])
  } else {
    taken.push([limits.signInByAccount, account])
  }
  return {
    giveBack: async () => {
      for (const [limit, subject] of taken) await giveBack(db, limit, subject)
    },
  }
}
