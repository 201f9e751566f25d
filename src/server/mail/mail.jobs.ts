import { defineJob } from '../jobs/define-job.ts'

/** A job holds only the id of the mail: the content is in the outbox until it is sent. */
export const sendMail = defineJob<{ mailId: number }>({
  name: 'mail.send',
  retryWaits: doublingWaits({ first: 15, longest: 15 * 60, days: 3 }),
  timeoutSeconds: 90,
  concurrency: 5,
})

/** Mails of a higher priority are sent first, however many others wait. */
export const mailPriority = { bulk: 0, normal: 5, passwordReset: 10 } as const

export const sweepMails = defineJob({ name: 'mail.sweep' })

/** In seconds: each wait is twice the one before, up to the longest, for so many days together. */
function doublingWaits({ first, longest, days }: { first: number; longest: number; days: number }) {
  const waits: number[] = []
  for (let left = days * 24 * 60 * 60; left > 0; left -= waits.at(-1) ?? 0) {
    waits.push(Math.min(longest, first * 2 ** Math.min(waits.length, 10)))
  }
  return waits
}
