import { defineJob } from '../jobs/define-job.ts'

/** A token to reply by is good for about a minute: later tries only keep friendships. */
export const workLineEvent = defineJob<{ eventId: string }>({
  name: 'line.event',
  retryWaits: [5, 60, 600, 3_600],
  concurrency: 4,
})
