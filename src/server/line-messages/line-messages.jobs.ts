import { defineJob } from '../jobs/define-job.ts'

const minute = 60
const hour = 60 * minute

/** The retries end within the day in which LINE knows the key of a message. */
export const sendLineMessage = defineJob<{ messageId: number }>({
  name: 'line.send',
  retryWaits: [15, minute, 5 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour],
  concurrency: 2,
})
