import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { withLongStatements } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob, PermanentJobError } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type BrokenInvariant, findBrokenInvariants } from './invariants.ts'

const checkCampaigns = defineJob({
  name: 'campaigns.check',
  retryWaits: [60],
  timeoutSeconds: 3_600,
})
const subjectsNamed = 5

/** Every night; what it finds is a failed job, which the log and the back office show. */
export function registerCampaignCheck(jobs: Jobs, databaseUrl: string): void {
  jobs.register(checkCampaigns, () => withLongStatements(databaseUrl, checkNightly))
  // 03:40 in Taipei.
  jobs.schedule(checkCampaigns, '40 19 * * *')
}

export async function checkNightly(db: NodePgDatabase): Promise<void> {
  const broken = await checkInvariants(db)
  if (broken.length > 0) throw new PermanentJobError(broken.map(sentenceOf).join('; '))
}

function sentenceOf({ id, subjects }: BrokenInvariant): string {
  const named = subjects.slice(0, subjectsNamed).join(', ')
  const rest = subjects.length - subjectsNamed
  return `${id}: ${named}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** All of them over one snapshot. */
export function checkInvariants(db: NodePgDatabase): Promise<BrokenInvariant[]> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read read only`)
    return findBrokenInvariants(async (statement) => {
      const { rows } = await tx.execute<{ subject: string }>(sql.raw(statement))
      return rows
    })
  })
}
