import type { ActionPurpose } from '../db/tables/members.ts'
import { transaction } from '../db/transaction.ts'
import { takeFrom } from '../limits/rate-limit.ts'
import { mailPriority } from '../mail/mail.jobs.ts'
import { emailChangeMail, passwordResetMail, verificationMail } from '../mail/member-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { makeCode } from './action-codes.queries.ts'
import { actionLink, checkContinueUrl } from './action-links.ts'
import { emailField, emailKey } from './email-address.ts'
import { IdentityError } from './identity-error.ts'
import { type CodeRequest, mailRequestedCode } from './members.jobs.ts'
import { findMember, findMemberByEmail, type MemberRow } from './members.queries.ts'
import type { Client, Provider } from './provider.ts'
import { type Fields, textField } from './request-fields.ts'
import { authenticate, requireRecent } from './tokens.ts'

const mails = {
  PASSWORD_RESET: passwordResetMail,
  VERIFY_EMAIL: verificationMail,
  VERIFY_AND_CHANGE_EMAIL: emailChangeMail,
}

/** Sends a code by mail: to reset a password, to prove an address, or to change it. */
export async function sendActionCode(provider: Provider, fields: Fields, client: Client) {
  const continueUrl = checkContinueUrl(provider.config, textField(fields, 'continueUrl'))
  const email = await send(provider, fields, { client, continueUrl })
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
}

interface Request {
  client: Client
  continueUrl: string | undefined
}

async function send(provider: Provider, fields: Fields, request: Request): Promise<string> {
  const purpose = textField(fields, 'requestType')
  switch (purpose) {
    case 'PASSWORD_RESET': {
      const email = emailField(fields)
      await takeMail(provider, { purpose, email, code: 'RESET_PASSWORD_EXCEED_LIMIT' }, request)
      await mailLater(provider, { purpose, email }, request)
      return email
    }
    case 'VERIFY_EMAIL': {
      const { member } = await authenticate(provider, fields)
      await takeMail(provider, { purpose, email: member.email }, request)
      await mailCode(provider, { purpose, member }, request)
      return member.email
    }
    case 'VERIFY_AND_CHANGE_EMAIL': {
      const { member, authTime } = await authenticate(provider, fields)
      requireRecent(authTime)
      const newEmail = emailField(fields, 'newEmail')
      await takeMail(provider, { purpose, email: newEmail }, request)
      await mailLater(provider, { purpose, uid: member.uid, newEmail }, request)
      return newEmail
    }
    case 'EMAIL_SIGNIN':
      throw new IdentityError('OPERATION_NOT_ALLOWED')
    case undefined:
      throw new IdentityError('MISSING_REQ_TYPE')
    default:
      throw new IdentityError('INVALID_REQ_TYPE')
  }
}

/** The answer is the same, and takes as long, for an address that has no account. */
async function mailLater(
  { db, jobs }: Provider,
  asked: CodeRequest,
  { continueUrl }: Request,
): Promise<void> {
  const data = { ...asked, ...(continueUrl !== undefined && { continueUrl }) }
  await jobs.send(db, mailRequestedCode, data)
  jobs.wake(mailRequestedCode)
}

/** The handler of the job. */
export async function mailCodeOfRequest(provider: Provider, asked: CodeRequest): Promise<void> {
  const { purpose, continueUrl } = asked
  if (purpose === 'PASSWORD_RESET') {
    const member = await findMemberByEmail(provider.db, emailKey(asked.email))
    if (member && !member.isDisabled) await mailCode(provider, { purpose, member }, { continueUrl })
    return
  }
  const { uid, newEmail } = asked
  const member = await findMember(provider.db, uid)
  const holder = await findMemberByEmail(provider.db, emailKey(newEmail))
  if (!member || member.isDisabled || holder) return
  await mailCode(provider, { purpose, member, newEmail }, { continueUrl })
}

/** Counted by address and by network, whether or not the address has an account. */
async function takeMail(
  { db, limits }: Provider,
  mail: { purpose: ActionPurpose; email: string; code?: string },
  { client }: Request,
): Promise<void> {
  const refusal =
    (await takeFrom(db, limits.mailByNetwork, client.network)) ??
    (await takeFrom(db, limits.mailByAddress, `${mail.purpose} ${emailKey(mail.email)}`))
  if (refusal) throw new IdentityError(mail.code ?? 'TOO_MANY_ATTEMPTS_TRY_LATER', refusal)
}

async function mailCode(
  { db, config, jobs }: Provider,
  mail: { purpose: ActionPurpose; member: MemberRow; newEmail?: string },
  { continueUrl }: Pick<Request, 'continueUrl'>,
): Promise<void> {
  const { purpose, member, newEmail } = mail
  const { uid, email } = member
  await transaction(db, async (tx) => {
    const made = { purpose, uid, email, ...(newEmail !== undefined && { newEmail }) }
    const code = await makeCode(tx, made)
    const link = actionLink(config, { purpose, code, continueUrl })
    const content = mails[purpose]({ email: newEmail ?? email, link })
    await queueMail(jobs, tx, {
      recipient: newEmail ?? email,
      from: config.mailFrom,
      priority: purpose === 'PASSWORD_RESET' ? mailPriority.passwordReset : mailPriority.normal,
      ...content,
    })
  })
}
