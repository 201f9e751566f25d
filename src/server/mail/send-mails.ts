import type { Transporter } from 'nodemailer'
import type { MailSettings } from '#contract/settings.ts'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { type JobAttempt, PermanentJobError } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { consume, type RateLimit, type RateLimitResult, refund } from '../limits/rate-limit.ts'
import type { Log } from '../log.ts'
import { mailOutcomes } from '../metrics/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import { mailPriority, sendMail, sweepMails } from './mail.jobs.ts'
import {
  type MailRow,
  recordFailure,
  recordSent,
  removeOldMails,
  returnMail,
  startAttempt,
  takeMailsWithoutJob,
} from './outbox.queries.ts'

interface MailDeps {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailsPerHour'>
  database: Pick<Database, 'db'>
  settings: Pick<Settings, 'get'>
  jobs: Jobs
  log: Log
}

/** The share of the hourly limit for mails that are not password resets. */
const normalShare = 0.8
const givesUpAfterMs = 3 * 24 * 60 * 60_000

/**
 * Sends what the outbox holds, each mail at least once and under one Message-ID. Without an SMTP
 * server nothing is sent, and the mails stay in the outbox.
 */
export function registerMailJobs(deps: MailDeps): void {
  const { config, database, jobs } = deps
  const { db } = database
  const { smtpUrl } = config
  let transport: Promise<Transporter> | undefined
  jobs.register(
    sendMail,
    smtpUrl === null
      ? undefined
      : async ({ mailId }, attempt) => {
          transport ??= connectTo(smtpUrl)
          await send(deps, await transport, mailId, attempt)
        },
  )
  jobs.register(sweepMails, async () => {
    await removeOldMails(db)
    await transaction(db, async (tx) => {
      for (const mailId of await takeMailsWithoutJob(tx)) await jobs.send(tx, sendMail, { mailId })
    })
  })
  jobs.schedule(sweepMails, '* * * * *')
}

async function send(
  { config, database: { db }, settings, jobs, log }: MailDeps,
  transport: Transporter,
  mailId: number,
  { priority, isLast }: JobAttempt,
): Promise<void> {
  const mail = await startAttempt(db, mailId)
  if (!mail) return
  const limits = limitsOf(config.mailsPerHour, priority)
  const result = await consumeMail(db, limits)
  if (!result.isAllowed) {
    const delaySeconds = result.retryAfter
    log.warn({ retryAfter: delaySeconds }, 'the limit of mails an hour is reached')
    return transaction(db, async (tx) => {
      await returnMail(tx, mailId)
      await jobs.send(tx, sendMail, { mailId }, { priority, delaySeconds })
    })
  }
  try {
    await transport.sendMail(toMessage(senderOf(config.mailFrom, settings.get().mail), mail))
  } catch (error) {
    const isTooOld = Date.now() - mail.createdAt.getTime() > givesUpAfterMs
    const isFinal = isLast || isTooOld || isRefusedForGood(error)
    await recordFailure(db, mailId, { error: String(error), isFinal })
    mailOutcomes.inc({ outcome: isFinal ? 'given_up' : 'failed' })
    if (isBeforeMail(error)) await refundMail(db, limits)
    throw isFinal ? new PermanentJobError(String(error)) : error
  }
  await recordSent(db, mailId)
  mailOutcomes.inc({ outcome: 'sent' })
}

/** What one mail is counted by: a share of the hourly limit is reserved for password resets. */
function limitsOf(max: number, priority: number): RateLimit[] {
  const perHour = { name: 'mail.all', max, windowSeconds: 3600 }
  if (priority > mailPriority.normal) return [perHour]
  const normalMax = Math.max(1, Math.floor(max * normalShare))
  return [{ ...perHour, name: 'mail.normal', max: normalMax }, perHour]
}

async function consumeMail(db: Db, limits: readonly RateLimit[]): Promise<RateLimitResult> {
  for (const [index, limit] of limits.entries()) {
    const result = await consume(db, limit, 'all')
    if (result.isAllowed) continue
    await refundMail(db, limits.slice(0, index))
    return result
  }
  return { isAllowed: true }
}

async function refundMail(db: Db, limits: readonly RateLimit[]): Promise<void> {
  for (const limit of limits) await refund(db, limit, 'all')
}

/** The address comes from the configuration: mail servers accept only senders that they know. */
function senderOf(mailFrom: string, { sender_name }: MailSettings) {
  const address = /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom
  return sender_name === '' ? mailFrom : { name: sender_name, address }
}

function toMessage(from: string | { name: string; address: string }, mail: MailRow) {
  return {
    from,
    // As an object, since a text may be read as a list of addresses.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.textBody,
    html: mail.htmlBody,
    messageId: mail.messageId,
    date: mail.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

async function connectTo(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

/** What sign-in is missing is answered with, to whichever command (RFC 4954). */
const authenticationRequired = 530

/**
 * A permanent failure (a reply of 500 and above) of the recipient or the content is one of this
 * mail. The connection, the login, the sender and a DATA refused before its content are the same
 * for every mail: they are mended or counted anew, and the mails wait.
 */
function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as Record<string, unknown>
  const isOfThisMail =
    (code === 'EENVELOPE' && command === 'RCPT TO') || (code === 'EMESSAGE' && command === 'DATA')
  return (
    isOfThisMail &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode !== authenticationRequired
  )
}

/**
 * No mail was handed over: the connection or the login failed. A connection that ends later may have
 * taken the mail, whose answer is lost.
 */
function isBeforeMail(error: unknown): boolean {
  const { code, command, responseCode, syscall, timeoutType } = error as Record<string, unknown>
  const isRefusedConnection = command === 'CONN' && responseCode !== undefined
  const isTimeoutOfConnecting = timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT'
  const isOfConnecting = code === 'EDNS' || code === 'ETLS' || syscall === 'connect'
  return isOfConnecting || isTimeoutOfConnecting || isRefusedConnection || code === 'EAUTH'
}
