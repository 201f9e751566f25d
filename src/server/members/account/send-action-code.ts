import { isEnglish, language } from '#contract/translate.ts'
import type { ActionPurpose } from '../../db/tables/members.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { runIn } from '../../http/language.ts'
import { mailboxOf } from '../../input/email-address.ts'
import { vicinityOf } from '../../limits/network.ts'
import { consumeInAll, countsOf } from '../../limits/network-limit.ts'
import { type Count, consumeAll } from '../../limits/rate-limit.ts'
import { readMailSender } from '../../mail/compose-mail.ts'
import { mailPriority } from '../../mail/mail.jobs.ts'
import { saveMailRequest } from '../../mail/mail-requests.queries.ts'
import { emailChangeMail, passwordResetMail, verificationMail } from '../../mail/member-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { emailField, emailKey } from '../email-address.ts'
import { IdentityError } from '../identity-error.ts'
import { type CodeRequest, mailRequestedCode } from '../members.jobs.ts'
import { findMember, findMemberByEmail, lockMember, type MemberRow } from '../members.queries.ts'
import type { Client, Provider } from '../provider/provider.ts'
import { type Fields, textField } from '../provider/request-fields.ts'
import { authenticate, requireRecent } from '../tokens/tokens.ts'
import { createCode } from './action-codes.queries.ts'
import { actionLink, checkContinueUrl } from './action-links.ts'

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
      await consumeMail(provider, { purpose, email }, request)
      await mailLater(provider, { purpose, email }, request)
      return email
    }
    case 'VERIFY_EMAIL': {
      const { member } = await authenticate(provider, fields)
      const { email, uid } = member
      if (email === null) throw new IdentityError('MISSING_EMAIL')
      await consumeMail(provider, { purpose, email, uid }, request)
      const { continueUrl } = request
      await transaction(provider.db, (tx) =>
        queueCode(provider, tx, { purpose, member, continueUrl }),
      )
      return email
    }
    case 'VERIFY_AND_CHANGE_EMAIL': {
      const { member, authTime } = await authenticate(provider, fields)
      requireRecent(authTime)
      const newEmail = emailField(fields, 'newEmail')
      await consumeMail(provider, { purpose, email: newEmail, uid: member.uid }, request)
      const { uid, sessionVersion } = member
      await mailLater(provider, { purpose, uid, sessionVersion, newEmail }, request)
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
  request: CodeRequest,
  { continueUrl }: Request,
): Promise<void> {
  const content = {
    ...request,
    ...(continueUrl !== undefined && { continueUrl }),
    ...(isEnglish() && { language: language() }),
  }
  await transaction(db, async (tx) => {
    await jobs.send(tx, mailRequestedCode, { requestId: await saveMailRequest(tx, content) })
  })
  jobs.wake(mailRequestedCode)
}

/** The handler of the job. */
export function mailCodeOfRequest(
  provider: Provider,
  tx: Transaction,
  request: CodeRequest,
): Promise<void> {
  return runIn(request.language, () => mailCode(provider, tx, request))
}

async function mailCode(provider: Provider, tx: Transaction, request: CodeRequest): Promise<void> {
  const { purpose, continueUrl } = request
  if (purpose === 'PASSWORD_RESET') {
    const member = await findMemberByEmail(tx, emailKey(request.email))
    if (!member || member.isDisabled) return
    return queueCode(provider, tx, { purpose, member, continueUrl })
  }
  const { uid, sessionVersion, newEmail } = request
  const member = await findMember(tx, uid)
  const holder = await findMemberByEmail(tx, emailKey(newEmail))
  // A new password since the request ends it.
  if (!member || member.isDisabled || member.sessionVersion !== sessionVersion) return
  if (holder && holder.uid !== uid) return
  await queueCode(provider, tx, { purpose, member, newEmail, continueUrl })
}

/**
 * Counted by network, by mailbox with or without an account, and by the account of the caller: else
 * one account could send mails to any number of addresses from any number of networks. A network has
 * a part of a mailbox's number, so that a stranger leaves its owner the rest; codes that were sent
 * before the number is reached stay valid as long as its window.
 */
async function consumeMail(
  { db, limits }: Provider,
  { purpose, email, uid }: { purpose: ActionPurpose; email: string; uid?: string },
  { client }: Request,
): Promise<void> {
  const mailbox = `${purpose} ${mailboxOf(email)}`
  const counts: Count[] = [
    [limits.mailByAddressAndNetwork, `${mailbox} ${vicinityOf(client.ip)}`],
    ...countsOf({ network: limits.mailByNetwork }, client.ip),
    [limits.mailByAddress, mailbox],
  ]
  if (uid !== undefined) counts.push([limits.mailByAccount, uid])
  const inAll = { all: limits.mailByAll, underAttack: limits.mailUnderAttack }
  const own = await consumeAll(db, counts)
  // The last: a refused request takes nothing from the others.
  const result = own.isAllowed ? await consumeInAll(db, inAll, client.networks) : own
  if (result.isAllowed) return
  const isReset = purpose === 'PASSWORD_RESET'
  const code = isReset ? 'RESET_PASSWORD_EXCEED_LIMIT' : 'TOO_MANY_ATTEMPTS_TRY_LATER'
  throw new IdentityError(code, result)
}

async function queueCode(
  { config, jobs, hashPin }: Provider,
  tx: Transaction,
  mail: {
    purpose: ActionPurpose
    member: MemberRow
    newEmail?: string
    continueUrl: string | undefined
  },
): Promise<void> {
  const { purpose, member, newEmail, continueUrl } = mail
  // The account may have been deleted, or its password changed, since it was read.
  const now = await lockMember(tx, member.uid)
  if (!now) throw new IdentityError('USER_NOT_FOUND')
  if (now.sessionVersion !== member.sessionVersion) throw new IdentityError('TOKEN_EXPIRED')
  const { text, pin } = await createCode(tx, now, { purpose, newEmail }, hashPin)
  const link = actionLink(config, { purpose, code: text, continueUrl })
  const recipient = newEmail ?? now.email
  // Only a code for a new address is asked for by a member without one.
  if (recipient === null) throw new IdentityError('MISSING_EMAIL')
  const content = mails[purpose]({ email: recipient, link, pin }, await readMailSender(tx))
  await queueMail(jobs, tx, {
    recipient,
    // The lane of resets is for members who have shown that the mailbox is theirs.
    ...(purpose === 'PASSWORD_RESET' && now.emailVerified
      ? { priority: mailPriority.passwordReset }
      : { unproved: { network: null } }),
    ...content,
  })
}
