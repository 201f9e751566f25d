import { defineJob } from '../../jobs/define-job.ts'

/**
 * `tries`: how often the gateway could not be reached, or gave no answer; the retries of the
 * queue are for faults of our own.
 */
export const sendRefund = defineJob<{ refundId: string; tries: number }>({
  name: 'refund.send',
  timeoutSeconds: 120,
})
