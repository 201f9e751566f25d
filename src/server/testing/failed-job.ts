import { sendMail } from '../mail/mail.jobs.ts'
import type { TestShop } from './test-shop.ts'

/**
 * A job that has failed for the last time, as the queue leaves it. A test shop sends no mails, so
 * that it waits once it is tried again. Gives the id.
 */
export async function createFailedJob(
  { database }: TestShop,
  job: { name?: string; data?: object; reason?: string; failedAt?: Date } = {},
): Promise<string> {
  const { name = sendMail.name, data = { mailId: 1 }, reason = 'refused' } = job
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, output, completed_on, retry_count)
     values ($1, $2, 'failed', $3, coalesce($4, now()), 2) returning id`,
    [name, data, { message: reason }, job.failedAt ?? null],
  )
  return rows[0]?.id ?? ''
}
