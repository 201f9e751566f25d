import { defineJob } from '../jobs/define-job.ts'

/** Works on a run for a while, in whichever state it is, and sends itself again. */
export const workRunJob = defineJob<{ runId: string }>({
  name: 'run.work',
  // A run whose server is killed again and again ends as well.
  retryWaits: Array.from({ length: 50 }, () => 5),
  timeoutSeconds: 15 * 60,
  concurrency: 2,
})

/** At the end of the time in which a run can be undone. */
export const releaseRunJob = defineJob<{ runId: string }>({ name: 'run.release' })

export const sweepRunsJob = defineJob({ name: 'run.sweep' })
