import { randomUUID } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { mailOutbox } from '../db/tables/mail.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

/**
 * Puts a mail into the outbox, in the transaction of its cause: both come to be or neither does.
 * A worker sends it.
 */
export async function queueMail(
  db: Db,
  mail: MailContent & { recipient: string; from: string; priority?: 'urgent' | 'normal' },
): Promise<void> {
  const domain = /@([A-Za-z0-9.-]+)>?$/.exec(mail.from)?.[1] ?? 'localhost'
  await db.insert(mailOutbox).values({
    recipient: mail.recipient,
    priority: mail.priority === 'urgent' ? 1 : 0,
    subject: mail.subject,
    textBody: mail.text,
    htmlBody: mail.html,
    messageId: `<${randomUUID()}@${domain}>`,
  })
}
