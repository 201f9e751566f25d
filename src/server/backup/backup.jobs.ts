import { defineJob } from '../jobs/define-job.ts'

const timeoutSeconds = 4 * 60 * 60
export const scheduledBackup = defineJob({
  name: 'backup.create',
  retryWaits: [10 * 60, 60 * 60],
  timeoutSeconds,
})
/** Asked for in the back office, where somebody waits for how it goes. */
export const manualBackup = defineJob({ name: 'backup.by-hand', retryWaits: [], timeoutSeconds })
/** To the bucket elsewhere. */
export const copyBackup = defineJob({
  name: 'backup.copy',
  retryWaits: [10 * 60, 60 * 60, 3 * 60 * 60],
  timeoutSeconds,
})
export const lookForDueBackup = defineJob({ name: 'backup.look' })
export const mailAlerts = defineJob({ name: 'backup.mail-alerts' })
/** Of nodes with a folder for backups only. */
export const backupJobs = [scheduledBackup, manualBackup, copyBackup, lookForDueBackup, mailAlerts]
