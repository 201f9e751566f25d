import { defineJob } from '../jobs/define-job.ts'

/** Brings the invoices of an order to what it keeps; `retries`: what waits for somebody is tried again. */
export const settleInvoices = defineJob<{ orderId: string; retries?: boolean }>({
  name: 'invoice.settle',
  timeoutSeconds: 180,
})

/** Every night: what was missed, and what was refused. */
export const sweepInvoices = defineJob({ name: 'invoice.sweep', timeoutSeconds: 600 })

/** Every day: how many numbers the period has left. */
export const askNumbers = defineJob({ name: 'invoice.numbers' })
