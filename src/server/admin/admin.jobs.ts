import { defineJob } from '../jobs/define-job.ts'

/**
 * Looks for the administrator and mails the code. The request only enqueues it, so that its answer
 * takes the same time with and without an account.
 */
export const mailAdminReset = defineJob<{ username: string }>({
  name: 'admin.mail-reset',
  pollSeconds: 1,
  // The data names an address.
  keepDays: 1,
})
