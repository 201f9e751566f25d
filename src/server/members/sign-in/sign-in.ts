import { transaction } from '../../db/transaction.ts'
import { emailField, emailKey } from '../email-address.ts'
import { IdentityError } from '../identity-error.ts'
import { findMember, findMemberByEmail, recordLogin } from '../members.queries.ts'
import type { Client, Provider } from '../provider/provider.ts'
import { type Fields, textField } from '../provider/request-fields.ts'
import { issueTokens } from '../tokens/tokens.ts'
import { consumeSignIn } from './sign-in-attempt.ts'

export async function signInWithPassword(provider: Provider, fields: Fields, client: Client) {
  const { db, hasher, limits } = provider
  const email = emailField(fields)
  const password = textField(fields, 'password')
  if (password === undefined) throw new IdentityError('MISSING_PASSWORD')
  const key = emailKey(email)
  const attempt = await consumeSignIn(db, limits, { account: key, networks: client.networks })
  const compared = await findMemberByEmail(db, key)
  let isRight: boolean
  try {
    isRight = await hasher.verify(compared?.passwordHash ?? null, password)
  } catch (error) {
    await attempt.refundAll()
    throw error
  }
  const passwordHash = compared?.passwordHash ?? null
  if (!compared || !isRight || passwordHash === null) {
    throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  }
  await attempt.refundGuess()
  if (compared.isDisabled) throw new IdentityError('USER_DISABLED')
  return transaction(db, async (tx) => {
    const member = await recordLogin(tx, { ...compared, passwordHash })
    if (!member) {
      // The account was changed or deleted while the password was compared.
      const now = await findMember(tx, compared.uid)
      if (!now) throw new IdentityError('USER_NOT_FOUND')
      throw new IdentityError(now.isDisabled ? 'USER_DISABLED' : 'INVALID_LOGIN_CREDENTIALS')
    }
    const tokens = await issueTokens(provider, tx, member, { authTime: new Date(), client })
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId: member.uid,
      email: compared.email,
      displayName: member.displayName ?? '',
      ...(member.photoUrl !== null && { profilePicture: member.photoUrl }),
      registered: true,
      ...tokens,
    }
  })
}
