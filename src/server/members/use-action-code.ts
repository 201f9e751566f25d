import type { ActionPurpose } from '../db/tables/members.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { emailChangedMail, passwordChangedMail } from '../mail/member-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { type ActionCode, endCodes, readCode, useCode } from './action-codes.queries.ts'
import { emailKey } from './email-address.ts'
import { IdentityError } from './identity-error.ts'
import {
  findMember,
  findMemberByEmail,
  type MemberRow,
  updateCredentials,
  updateMember,
} from './members.queries.ts'
import { checkPassword } from './password-policy.ts'
import { type Client, type Provider, takeOrRefuse } from './provider.ts'
import { type Fields, textField } from './request-fields.ts'

const all: ActionPurpose[] = ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']
const ofAddress: ActionPurpose[] = ['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']

/** With a code alone: says what it is for. With a new password too: sets it. */
export async function resetPassword(provider: Provider, fields: Fields, client: Client) {
  const { db, config, hasher, jobs } = provider
  if (fields.oldPassword !== undefined || fields.email !== undefined) {
    // The other form of this call would be a sign-in without the limits of one.
    throw new IdentityError('OPERATION_NOT_ALLOWED')
  }
  const text = await codeField(provider, fields, client)
  const password = textField(fields, 'newPassword')
  if (password === undefined) {
    const code = await readCode(db, text, all)
    await holder(await findMember(db, code.uid), code)
    return replyOf(code)
  }
  await readCode(db, text, ['PASSWORD_RESET'])
  checkPassword(password, config.passwordPolicy)
  const passwordHash = await hasher.hash(password)
  return transaction(db, async (tx) => {
    const code = await useCode(tx, text, ['PASSWORD_RESET'])
    const { uid, email } = await holder(await findMember(tx, code.uid), code)
    // Who has read the mail has proved the address as well.
    await updateCredentials(tx, uid, { passwordHash, emailVerified: true })
    await endCodes(tx, uid, 'PASSWORD_RESET')
    await queueMail(jobs, tx, {
      recipient: email,
      from: config.mailFrom,
      ...passwordChangedMail({ email }),
    })
    return replyOf(code)
  })
}

/** Proves an address, the member's own or the one it is to become. */
export async function applyCode(provider: Provider, fields: Fields, client: Client) {
  const text = await codeField(provider, fields, client)
  return transaction(provider.db, async (tx) => {
    const code = await useCode(tx, text, ofAddress)
    const member = await holder(await findMember(tx, code.uid), code)
    const email =
      code.newEmail === null ? member.email : await changeEmail(provider, tx, member, code.newEmail)
    if (code.newEmail === null) await updateMember(tx, member.uid, { emailVerified: true })
    await endCodes(tx, member.uid, code.purpose)
    return {
      kind: 'identitytoolkit#SetAccountInfoResponse',
      localId: member.uid,
      email,
      emailVerified: true,
    }
  })
}

async function changeEmail(
  { config, jobs }: Provider,
  tx: Transaction,
  member: MemberRow,
  email: string,
): Promise<string> {
  const key = emailKey(email)
  const other = await findMemberByEmail(tx, key)
  if (other && other.uid !== member.uid) throw new IdentityError('EMAIL_EXISTS')
  await updateCredentials(tx, member.uid, { email, emailKey: key, emailVerified: true })
  const notice = emailChangedMail({ email: member.email, newEmail: email })
  await queueMail(jobs, tx, { recipient: member.email, from: config.mailFrom, ...notice })
  return email
}

async function codeField(
  { db, limits }: Provider,
  fields: Fields,
  client: Client,
): Promise<string> {
  const text = textField(fields, 'oobCode')
  if (text === undefined) throw new IdentityError('MISSING_OOB_CODE')
  await takeOrRefuse(db, limits.actionCodeByNetwork, client.network)
  return text
}

/** The member whom the code was sent to, as long as the address is still the same. */
async function holder(member: MemberRow | undefined, code: ActionCode): Promise<MemberRow> {
  if (!member || member.email !== code.email) throw new IdentityError('INVALID_OOB_CODE')
  if (member.isDisabled) throw new IdentityError('USER_DISABLED')
  return member
}

function replyOf(code: ActionCode) {
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: code.purpose,
    email: code.email,
    ...(code.newEmail !== null && { newEmail: code.newEmail }),
  }
}
