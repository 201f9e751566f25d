import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { mailPriority, sendMail } from './mail.jobs.ts'
import { heldByJob, takeMailsOfRun } from './outbox.queries.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

export interface QueuedMail extends MailContent {
  recipient: string
  /** Its topic; mails of orders are listed by it. */
  kind?: string
  orderId?: string
  /** It waits until this run cannot be undone any more. */
  runId?: string | undefined
  /** Nobody has proved the address; the key of the network that has caused the mail. */
  unproved?: { network: string | null } | undefined
  /** Takes a POST without a body, of anybody. */
  unsubscribeUrl?: string
}

/** A mail to an account is one to an unproved address until its member has verified that. */
export function unlessVerified({ emailVerified }: { emailVerified: boolean }) {
  return emailVerified ? undefined : { network: null }
}

interface Timing {
  priority?: number | undefined
  /** Not before this many seconds from now, so that a later mail of the order can replace it. */
  delaySeconds?: number | undefined
}

/**
 * Puts a mail into the outbox and a job beside it, in the transaction of its cause: all of them
 * commit or none does. Without jobs, as at the command line, the sweep of a server takes it up.
 */
export async function queueMail(
  jobs: JobSender | null,
  tx: Db,
  mail: MailContent & {
    recipient: string
    unproved?: QueuedMail['unproved']
    unsubscribeUrl?: string
    /** The order that it is about, and which step of it. */
    about?: { orderId: string; kind: string }
    runId?: string | undefined
  } & Timing,
): Promise<void> {
  const { priority, delaySeconds } = mail
  await queueMails(jobs, tx, [{ ...mail, ...mail.about }], { priority, delaySeconds })
}

/** A statement takes 65,535 values at most, and each mail brings several. */
const mailsPerStatement = 1_000

/** The same for many mails, in two statements for so many; whoever has no address gets none. */
export async function queueMails(
  jobs: JobSender | null,
  tx: Db,
  all: readonly QueuedMail[],
  timing: Timing = {},
): Promise<void> {
  const mails = all.filter(({ recipient }) => recipient !== '')
  for (let first = 0; first < mails.length; first += mailsPerStatement) {
    await queuePart(jobs, tx, mails.slice(first, first + mailsPerStatement), timing)
  }
}

async function queuePart(
  jobs: JobSender | null,
  tx: Db,
  mails: readonly QueuedMail[],
  { priority = mailPriority.normal, delaySeconds = 0 }: Timing,
): Promise<void> {
  const rows = await tx
    .insert(mailOutbox)
    .values(
      mails.map(
        ({ recipient, subject, text, html, orderId, kind, runId, unproved, unsubscribeUrl }) => ({
          recipient,
          subject,
          textBody: text,
          htmlBody: html,
          orderId,
          kind,
          runId,
          unsubscribeUrl,
          ...(unproved && { network: unproved.network ?? '' }),
          messageId: randomUUID(),
          ...((jobs || runId) && { nextAttemptAt: heldByJob }),
        }),
      ),
    )
    .returning({ id: mailOutbox.id, runId: mailOutbox.runId })
  const data = rows.flatMap(({ id, runId }) => (runId === null ? [{ mailId: id }] : []))
  await jobs?.sendAll(tx, sendMail, data, { priority, delaySeconds })
}

/** Sends what waited for the end of a run, in the transaction that makes it final. */
export async function releaseMailsOfRun(jobs: JobSender, tx: Db, runId: string): Promise<void> {
  const data = (await takeMailsOfRun(tx, runId)).map((mailId) => ({ mailId }))
  await jobs.sendAll(tx, sendMail, data, { priority: mailPriority.normal })
}
