import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { mailPriority, sendMail } from './mail.jobs.ts'
import { heldByJob } from './outbox.queries.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

/**
 * Puts a mail into the outbox and a job beside it, in the transaction of its cause: all of them
 * commit or none does.
 */
export async function queueMail(
  jobs: JobSender,
  tx: Db,
  mail: MailContent & {
    recipient: string
    from: string
    priority?: number
    /** The order that it is about, and which step of it. */
    about?: { orderId: string; kind: string }
  },
): Promise<void> {
  const domain = /@([A-Za-z0-9.-]+)>?$/.exec(mail.from)?.[1] ?? 'localhost'
  const [row] = await tx
    .insert(mailOutbox)
    .values({
      recipient: mail.recipient,
      subject: mail.subject,
      textBody: mail.text,
      htmlBody: mail.html,
      orderId: mail.about?.orderId,
      kind: mail.about?.kind,
      messageId: `<${randomUUID()}@${domain}>`,
      nextAttemptAt: heldByJob,
    })
    .returning({ id: mailOutbox.id })
  if (!row) throw new Error('the outbox took no mail')
  await jobs.send(
    tx,
    sendMail,
    { mailId: row.id },
    { priority: mail.priority ?? mailPriority.normal },
  )
}
