import { transaction } from '../../db/transaction.ts'
import { consumeInAll } from '../../limits/network-limit.ts'
import { refundEach } from '../../limits/rate-limit.ts'
import { emailField, emailKey } from '../email-address.ts'
import { IdentityError } from '../identity-error.ts'
import { findMemberByEmail, insertMember } from '../members.queries.ts'
import { type Client, consumeOfNetworkOrThrow, type Provider } from '../provider/provider.ts'
import { type Fields, textField } from '../provider/request-fields.ts'
import { issueTokens } from '../tokens/tokens.ts'
import { checkPassword } from './password-policy.ts'
import { createUid } from './uid.ts'

export async function signUp(provider: Provider, fields: Fields, client: Client) {
  const { config, db, hasher, limits } = provider
  const password = textField(fields, 'password')
  if (textField(fields, 'idToken')) throw new IdentityError('OPERATION_NOT_ALLOWED')
  if (password === undefined && textField(fields, 'email') === undefined) {
    // Without both it would be an anonymous account, which the shop does not have.
    throw new IdentityError('ADMIN_ONLY_OPERATION')
  }
  const email = emailField(fields)
  if (password === undefined) throw new IdentityError('MISSING_PASSWORD')
  checkPassword(password, config.passwordPolicy)
  const { signUpByNetwork: network, signUpByAll: all, signUpUnderAttack: underAttack } = limits
  await consumeOfNetworkOrThrow(db, { network }, client)
  const { counted, ...result } = await consumeInAll(db, { all, underAttack }, client.networks)
  if (!result.isAllowed) throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', result)
  const key = emailKey(email)
  if (await findMemberByEmail(db, key)) {
    // The network's own count stays: it bounds how many addresses are asked about.
    await refundEach(db, counted)
    throw new IdentityError('EMAIL_EXISTS')
  }
  const passwordHash = await hasher.hash(password)
  return transaction(db, async (tx) => {
    const member = await insertMember(tx, { uid: createUid(), email, emailKey: key, passwordHash })
    if (!member) throw new IdentityError('EMAIL_EXISTS')
    const tokens = await issueTokens(provider, tx, member, { authTime: new Date(), client })
    return { kind: 'identitytoolkit#SignupNewUserResponse', localId: member.uid, email, ...tokens }
  })
}
