import { violatedConstraint } from '../../db/database-error.ts'
import type { ActionPurpose } from '../../db/tables/members.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { readMailSender } from '../../mail/compose-mail.ts'
import { emailChangedMail, passwordChangedMail } from '../../mail/member-mails.ts'
import { queueMail, unlessVerified } from '../../mail/outbox.ts'
import { emailKey } from '../email-address.ts'
import { IdentityError } from '../identity-error.ts'
import { findLineOf } from '../line/identities.queries.ts'
import {
  addEmail,
  findMember,
  findMemberByEmail,
  type MemberRow,
  updateCredentials,
  updateMember,
} from '../members.queries.ts'
import { type Client, consumeOfNetworkOrThrow, type Provider } from '../provider/provider.ts'
import { type Fields, textField } from '../provider/request-fields.ts'
import { checkPassword } from '../sign-in/password-policy.ts'
import {
  type ActionCode,
  endCodes,
  readCode,
  requireHolder,
  useCode,
} from './action-codes.queries.ts'

const all: ActionPurpose[] = ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']
const ofAddress: ActionPurpose[] = ['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']

/** With a code alone: returns its purpose. With a new password too: sets it. */
export async function resetPassword(provider: Provider, fields: Fields, client: Client) {
  const { db, config, hasher, jobs } = provider
  if (fields.oldPassword !== undefined || fields.email !== undefined) {
    // The other form of this call would be a sign-in without its rate limits.
    throw new IdentityError('OPERATION_NOT_ALLOWED')
  }
  const text = await codeField(provider, fields, client)
  const password = textField(fields, 'newPassword')
  if (password === undefined) {
    const code = await readCode(db, text, all)
    requireHolder(await findMember(db, code.uid), code)
    return replyOf(code)
  }
  const found = await readCode(db, text, ['PASSWORD_RESET'])
  requireHolder(await findMember(db, found.uid), found)
  checkPassword(password, config.passwordPolicy)
  const passwordHash = await hasher.hash(password)
  return transaction(db, async (tx) => {
    const { code, member } = await useCode(tx, text, ['PASSWORD_RESET'])
    const { uid } = member
    const { email } = code
    // Reading the mail verifies the address as well.
    await updateCredentials(tx, uid, { passwordHash, emailVerified: true })
    await provider.onProved(tx, { uid, email })
    const hasLine = (await findLineOf(tx, uid)) !== undefined
    await queueMail(jobs, tx, {
      recipient: email,
      ...passwordChangedMail({ email, hasLine }, await readMailSender(tx)),
    })
    return replyOf(code)
  })
}

/** Verifies an address: the current one or a new one. */
export async function applyCode(provider: Provider, fields: Fields, client: Client) {
  const text = await codeField(provider, fields, client)
  return transaction(provider.db, async (tx) => {
    const { code, member } = await useCode(tx, text, ofAddress)
    const email =
      code.newEmail === null ? code.email : await changeEmail(provider, tx, member, code.newEmail)
    if (code.newEmail === null) await updateMember(tx, member.uid, { emailVerified: true })
    await endCodes(tx, member.uid, code.purpose)
    await provider.onProved(tx, { uid: member.uid, email })
    return {
      kind: 'identitytoolkit#SetAccountInfoResponse',
      localId: member.uid,
      email,
      emailVerified: true,
    }
  })
}

async function changeEmail(
  { jobs }: Provider,
  tx: Transaction,
  member: MemberRow,
  email: string,
): Promise<string> {
  const key = emailKey(email)
  const other = await findMemberByEmail(tx, key)
  if (other && other.uid !== member.uid) throw new IdentityError('EMAIL_EXISTS')
  try {
    if (member.email === null) await addEmail(tx, member.uid, { email, emailKey: key })
    else await updateCredentials(tx, member.uid, { email, emailKey: key, emailVerified: true })
  } catch (error) {
    // Another member has verified the same address in the meantime.
    if (violatedConstraint(error) !== 'members_email_key') throw error
    throw new IdentityError('EMAIL_EXISTS')
  }
  if (member.email === null) return email
  const notice = emailChangedMail(
    { email: member.email, newEmail: email },
    await readMailSender(tx),
  )
  await queueMail(jobs, tx, {
    recipient: member.email,
    unproved: unlessVerified(member),
    ...notice,
  })
  return email
}

async function codeField(
  { db, limits }: Provider,
  fields: Fields,
  client: Client,
): Promise<string> {
  const text = textField(fields, 'oobCode')
  if (text === undefined) throw new IdentityError('MISSING_OOB_CODE')
  await consumeOfNetworkOrThrow(db, { network: limits.actionCodeByNetwork }, client)
  return text
}

function replyOf(code: ActionCode) {
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: code.purpose,
    email: code.email,
    ...(code.newEmail !== null && { newEmail: code.newEmail }),
  }
}
