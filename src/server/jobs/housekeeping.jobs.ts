import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { expireAudit, sealAudit } from '../audit/seal-audit.ts'
import { sweepExpired } from '../db/housekeeping.ts'
import type { Log } from '../log.ts'
import { defineJob } from './define-job.ts'
import { deleteDoneJobs } from './jobs.queries.ts'
import type { Jobs } from './jobs.ts'

const sweep = defineJob({ name: 'housekeeping.sweep', pollSeconds: 30 })
const seal = defineJob({ name: 'audit.seal', pollSeconds: 60 })
const expire = defineJob({ name: 'audit.expire', pollSeconds: 60 })

export function registerHousekeeping(jobs: Jobs, db: NodePgDatabase, log: Log): void {
  jobs.register(seal, () => sealAudit(db))
  jobs.schedule(seal, '7 * * * *')
  jobs.register(expire, () => expireAudit(db))
  jobs.schedule(expire, '23 3 2 * *')
  jobs.register(sweep, async () => {
    await sweepExpired(db, log)
    await deleteDoneJobs(db)
  })
  jobs.schedule(sweep, '*/10 * * * *')
}
