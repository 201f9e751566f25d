import type { Db } from '../db/connect.ts'
import { sweepExpired } from '../db/housekeeping.ts'
import type { Log } from '../log.ts'
import { defineJob } from './define-job.ts'
import { deleteDoneJobs } from './jobs.queries.ts'
import type { Jobs } from './jobs.ts'

const sweep = defineJob({ name: 'housekeeping.sweep', pollSeconds: 30 })

export function registerHousekeeping(jobs: Jobs, db: Db, log: Log): void {
  jobs.register(sweep, async () => {
    await sweepExpired(db, log)
    await deleteDoneJobs(db)
  })
  jobs.schedule(sweep, '*/10 * * * *')
}
