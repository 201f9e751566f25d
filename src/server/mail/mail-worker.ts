import { createTransport, type Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { consume, type RateLimit, type RateLimitResult, refund } from '../limits/rate-limit.ts'
import type { Log } from '../log.ts'
import {
  type MailRow,
  recordFailure,
  recordSent,
  removeOldMails,
  returnMail,
  takeDueMail,
} from './outbox.queries.ts'

export interface MailWorker {
  start(): void
  close(): Promise<void>
}

/** How often the outbox is looked into. */
const looksEvery = 1_000
const cleansEvery = 60 * 60_000
/** Longer than one attempt can take: a mail of a worker that died comes back after it. */
const leaseSeconds = 120
const firstWaitSeconds = 15
const longestWaitSeconds = 15 * 60
/** Of the mails of an hour, what is not a reset of a password may use this part. */
const normalShare = 0.8
const giveUpAfter = 3 * 24 * 60 * 60_000

/**
 * Sends what the outbox holds, each mail at least once and under one Message-ID. Several nodes do
 * so side by side. Without an SMTP server nothing is sent and everything kept.
 */
export function createMailWorker({
  config,
  database: { db },
  log,
  looksEveryMs = looksEvery,
}: {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailsPerHour'>
  database: Pick<Database, 'db'>
  log: Log
  looksEveryMs?: number
}): MailWorker {
  const perHour: RateLimit = { name: 'mail.all', max: config.mailsPerHour, windowSeconds: 3600 }
  /** The rest of the hour's mails is kept for urgent ones. */
  const normalPerHour: RateLimit = {
    ...perHour,
    name: 'mail.normal',
    max: Math.ceil(config.mailsPerHour * normalShare),
  }
  const transport = config.smtpUrl === null ? null : connectTo(config.smtpUrl)
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isClosed = false
  let cleanedAt = 0

  async function work(): Promise<void> {
    try {
      if (transport) await sendAllDue(transport)
      if (Date.now() - cleanedAt > cleansEvery) {
        await removeOldMails(db)
        cleanedAt = Date.now()
      }
    } catch (err) {
      log.warn({ err }, 'the outbox cannot be read')
    }
  }

  async function sendAllDue(to: Transporter): Promise<void> {
    while (!isClosed) {
      const mail = await takeDueMail(db, leaseSeconds)
      if (!mail) return
      const result = await consumeMail(mail)
      if (!result.isAllowed) {
        await returnMail(db, mail.id, result.retryAfter)
        log.warn({ retryAfter: result.retryAfter }, 'the limit of mails an hour is reached')
        return
      }
      await attempt(to, mail)
    }
  }

  async function consumeMail({ priority }: MailRow): Promise<RateLimitResult> {
    if (priority > 0) return consume(db, perHour, 'all')
    const normal = await consume(db, normalPerHour, 'all')
    if (!normal.isAllowed) return normal
    const all = await consume(db, perHour, 'all')
    if (!all.isAllowed) await refund(db, normalPerHour, 'all')
    return all
  }

  async function attempt(to: Transporter, mail: MailRow): Promise<void> {
    try {
      await to.sendMail({
        from: config.mailFrom,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.textBody,
        html: mail.htmlBody,
        messageId: mail.messageId,
        date: mail.createdAt,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (error) {
      const retryAfterSeconds = waitAfter(mail, error)
      await recordFailure(db, mail.id, { error: String(error), retryAfterSeconds })
      log.warn({ err: error, mail: mail.id, retryAfterSeconds }, 'a mail was not sent')
      return
    }
    await recordSent(db, mail.id)
  }

  function workAndWait(): void {
    working = work().finally(() => {
      if (!isClosed) timer = setTimeout(workAndWait, looksEveryMs)
    })
  }

  return {
    start: workAndWait,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await working
      transport?.close()
    },
  }
}

function connectTo(url: string): Transporter {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

/** Seconds until the next attempt; null when there is to be none. */
function waitAfter(mail: MailRow, error: unknown): number | null {
  const { responseCode } = error as { responseCode?: unknown }
  const isForGood = typeof responseCode === 'number' && responseCode >= 500
  if (isForGood || Date.now() - mail.createdAt.getTime() > giveUpAfter) return null
  return Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (mail.attempts - 1))
}
