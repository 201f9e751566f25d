import { defineJob } from '../jobs/define-job.ts'

export const scheduledBackup = defineJob({
  name: 'backup.create',
  retryWaits: [10 * 60, 60 * 60],
  timeoutSeconds: 4 * 60 * 60,
})

/** A day between two backups, and a day late. */
export const lateAfterMs = 48 * 60 * 60_000
