import { defineJob } from '../jobs/define-job.ts'

/** A job holds only the id of the mail: the content is in the outbox until it is sent. */
export const sendMail = defineJob<{ mailId: number }>({
  name: 'mail.send',
  firstRetrySeconds: 30,
  longestRetrySeconds: 15 * 60,
  // The handler gives up after three days.
  retryLimit: 1_000,
  timeoutSeconds: 90,
  pollSeconds: 1,
  concurrency: 5,
})

/** Mails of a higher priority are sent first, however many others wait. */
export const mailPriority = { normal: 0, passwordReset: 10 } as const

export const sweepMails = defineJob({ name: 'mail.sweep', pollSeconds: 30 })
