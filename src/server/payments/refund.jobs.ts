import { defineJob } from '../jobs/define-job.ts'

/** `tries`: how often the gateway could not be reached, or gave no answer. */
export const sendRefund = defineJob<{ refundId: string; tries: number }>({
  name: 'refund.send',
  pollSeconds: 2,
  timeoutSeconds: 120,
  // The handler counts its own tries; these are for a database that is away.
  retryLimit: 1_000,
})
