import { defineJob } from '../jobs/define-job.ts'

/** One turn of a webhook. What a turn leaves is found by the next look. */
export const deliverWebhook = defineJob<{ webhookId: string }>({
  name: 'webhook.deliver',
  retryWaits: [30, 60],
  concurrency: 8,
  keepFailedDays: 7,
})

/** Every minute: events that were written without a job, and turns of processes that died. */
export const lookForEvents = defineJob({ name: 'webhook.look', retryWaits: [] })
