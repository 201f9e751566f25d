import type { Transporter } from 'nodemailer'
import { withWholePictures } from '#contract/markup.ts'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import { type JobAttempt, PermanentJobError } from '../jobs/define-job.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import { readRemaining } from '../limits/rate-limit.ts'
import type { Log } from '../log.ts'
import { mailOutcomes } from '../metrics/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import { mailPriority, sendMail, sweepMails } from './mail.jobs.ts'
import {
  consumeMail,
  countOfOrder,
  countUnproved,
  hourlyLimits,
  type LaneKind,
  laneOf,
  lanes,
  refundMail,
} from './mail-limits.ts'
import {
  connectTo,
  findMailServer,
  hasMailServer,
  type MailServer,
  senderOf,
} from './mail-server.ts'
import {
  countWaiting,
  letWait,
  type MailRow,
  type MailTurn,
  readTurn,
  recordFailure,
  recordSent,
  removeOldMails,
  startAttempt,
  takeMailsWithoutJob,
  takeNextOfOrder,
  takeWaiting,
  withhold,
} from './outbox.queries.ts'

interface MailDeps {
  config: Pick<
    Config,
    'smtpUrl' | 'mailFrom' | 'mailsPerHour' | 'limits' | 'publicUrl' | 'host' | 'port'
  >
  db: Database['db']
  settings: Pick<Settings, 'get' | 'connections'>
  jobs: Jobs
  log: Log
}

const givesUpAfterMs = 3 * 24 * 60 * 60_000

/**
 * Sends what the outbox holds, each mail at least once and under one Message-ID. Without an SMTP
 * server nothing is sent, and the mails stay in the outbox.
 */
export function registerMailJobs(jobs: Jobs, others: Omit<MailDeps, 'jobs'>): void {
  const deps = { ...others, jobs }
  const { config, db } = deps
  const { connections } = deps.settings
  const openTransport = createTransports()
  jobs.register(
    sendMail,
    async ({ mailId }, attempt) => {
      const server = findMailServer(config, connections())
      if (!server) throw new Error('the password of the mail server does not open')
      await send(deps, await openTransport(server), mailId, attempt)
    },
    { isWorked: () => hasMailServer(config, connections()) },
  )
  jobs.register(sweepMails, async () => {
    await removeOldMails(db)
    await transaction(db, async (tx) => {
      for (const mailId of await takeMailsWithoutJob(tx)) {
        await jobs.send(tx, sendMail, { mailId }, { priority: mailPriority.normal })
      }
    })
    await letNextLeave(deps)
  })
  jobs.schedule(sweepMails, '* * * * *')
}

/** One for as long as the server is the same: a change of the settings opens another one. */
function createTransports(): (server: MailServer) => Promise<Transporter> {
  let opened: { key: string; transport: Promise<Transporter> } | undefined
  return (server) => {
    const key = JSON.stringify(server)
    if (opened?.key !== key) opened = { key, transport: connectTo(server) }
    return opened.transport
  }
}

async function send(
  deps: MailDeps,
  transport: Transporter,
  mailId: number,
  { priority, isLast }: JobAttempt,
): Promise<void> {
  const { config, db, settings } = deps
  const mail = await startAttempt(db, mailId)
  if (!mail) return
  const turn = mail.orderId === null ? 'due' : await readTurn(db, mail)
  if (turn === 'waits') return letWait(db, mailId, priority)
  if (turn === 'superseded') return end(deps, mail, 'withheld', () => withhold(db, mailId, turn))
  const { network } = mail
  const lane = laneOf({ priority, isUnproved: network !== null })
  const limits = hourlyLimits(config.mailsPerHour, lane.kind)
  if (!(await consumeMail(db, limits)).isAllowed) return letWait(db, mailId, lane.priority)
  const reached = mail.attempts === 1 ? await boundOf(db, config, mail) : undefined
  if (reached) {
    await refundMail(db, limits)
    return end(deps, mail, 'withheld', () => withhold(db, mailId, reached))
  }
  try {
    const sender = senderOf(config, settings.connections(), settings.get())
    await transport.sendMail(toMessage(sender, mail, configuredBaseUrl(config)))
  } catch (error) {
    const isTooOld = Date.now() - mail.createdAt.getTime() > givesUpAfterMs
    const isFinal = isLast || isTooOld || isRefusedForGood(error)
    const failure = { error: String(error), isFinal }
    if (isBeforeMail(error)) await refundMail(db, limits)
    if (!isFinal) {
      await recordFailure(db, mailId, failure)
      mailOutcomes.inc({ outcome: 'failed' })
      throw error
    }
    await end(deps, mail, 'given_up', (tx) => recordFailure(tx, mailId, failure))
    throw new PermanentJobError(String(error))
  }
  await end(deps, mail, 'sent', (tx) => recordSent(tx, mailId))
}

/** The bound that this mail is over, if any: of its receiver, or of the network behind it. */
async function boundOf(db: Db, config: MailDeps['config'], mail: MailRow) {
  const { recipient, network, orderId } = mail
  if (network !== null) return countUnproved(db, config, { recipient, network })
  return orderId === null ? undefined : countOfOrder(db, config, recipient)
}

/** Records that a mail is done with, and lets the next one of its order leave. */
async function end(
  { db, jobs }: MailDeps,
  { orderId }: MailRow,
  outcome: 'sent' | 'given_up' | 'withheld',
  record: (tx: Db) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    await record(tx)
    if (orderId !== null) await enqueue(jobs, tx, await takeNextOfOrder(tx, orderId))
  })
  mailOutcomes.inc({ outcome })
}

/** As many of those that wait as the limits have room for; the first priority first. */
async function letNextLeave({ config, db, jobs, log }: MailDeps): Promise<void> {
  if ((await countWaiting(db)) === 0) return
  await transaction(db, async (tx) => {
    for (const [kind, priorities] of Object.entries(lanes) as [LaneKind, readonly number[]][]) {
      const rooms = await Promise.all(
        hourlyLimits(config.mailsPerHour, kind).map((limit) => readRemaining(tx, limit, 'all')),
      )
      await enqueue(jobs, tx, await takeWaiting(tx, { priorities, limit: Math.min(...rooms) }))
    }
  })
  const waiting = await countWaiting(db)
  const { mailsPerHour } = config
  if (waiting > 0) log.warn({ waiting, mailsPerHour }, 'mails wait for the limit of MAIL_PER_HOUR')
}

async function enqueue(jobs: JobSender, tx: Db, turns: readonly MailTurn[]): Promise<void> {
  for (const priority of new Set(turns.map((turn) => turn.priority))) {
    const data = turns.flatMap((turn) => (turn.priority === priority ? [{ mailId: turn.id }] : []))
    await jobs.sendAll(tx, sendMail, data, { priority })
  }
}

function toMessage(from: { name: string; address: string }, mail: MailRow, ownAddress: string) {
  return {
    from,
    // As an object, since a text may be read as a list of addresses.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.textBody,
    html: withWholePictures(mail.htmlBody, ownAddress),
    messageId: messageIdOf(mail, from),
    date: mail.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
  }
}

/** RFC 2369 and 8058: a mail program shows its own button, which needs no page. */
function unsubscribeHeaders({ unsubscribeUrl }: MailRow): Record<string, string> {
  if (unsubscribeUrl === null) return {}
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** In the domain of the sender; one that was queued by an older release has a domain already. */
function messageIdOf({ messageId }: MailRow, { address }: { address: string }): string {
  return messageId.startsWith('<') ? messageId : `<${messageId}@${address.split('@').at(-1)}>`
}

/** Reply to any command without the required sign-in (RFC 4954). */
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
