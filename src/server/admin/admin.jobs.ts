import { defineJob } from '../jobs/define-job.ts'

/**
 * Looks for the administrator and mails the code. The request only enqueues it, so that its answer
 * takes the same time with and without an account.
 */
export const mailAdminReset = defineJob<{ requestId: number }>({
  name: 'admin.mail-reset-code',
})

/** The same job as nodes of the previous version enqueue it. */
export const mailAdminResetByName = defineJob<{ username: string }>({
  name: 'admin.mail-reset',
  // The data names an address.
  keepFailedDays: 1,
})
