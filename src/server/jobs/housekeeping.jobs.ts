import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { expireAudit, type OnSeal, sealAudit } from '../audit/seal-audit.ts'
import { sweepExpired } from '../db/housekeeping.ts'
import type { Log } from '../log.ts'
import { defineJob, type JobDefinition } from './define-job.ts'
import { deleteDoneJobs, removeUnworkedSchedules } from './jobs.queries.ts'
import type { Jobs } from './jobs.ts'

const sweep = defineJob({ name: 'housekeeping.sweep' })
const seal = defineJob({ name: 'audit.seal' })
const expire = defineJob({ name: 'audit.expire' })

/** `unscheduled`: kinds that other configurations schedule, and this one does not. */
export function registerHousekeeping(
  jobs: Jobs,
  {
    db,
    log,
    unscheduled,
    onSeal,
  }: {
    db: NodePgDatabase
    log: Log
    unscheduled: readonly JobDefinition[]
    onSeal?: OnSeal
  },
): void {
  jobs.register(seal, () => sealAudit(db, { onSeal }))
  jobs.schedule(seal, '* * * * *')
  jobs.register(expire, () => expireAudit(db))
  jobs.schedule(expire, '23 3 2 * *')
  jobs.register(sweep, async () => {
    await sweepExpired(db, log)
    await deleteDoneJobs(db)
    await removeUnworkedSchedules(db, unscheduled)
  })
  jobs.schedule(sweep, '*/10 * * * *')
}
