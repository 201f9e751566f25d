import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { defineJob, type JobDefinition } from '../../jobs/define-job.ts'
import type { JobSender } from '../../jobs/jobs.ts'

/** A step that failed is taken up again soon; after that by the sweep of each minute. */
const step = { retryWaits: [2, 5, 15, 60], timeoutSeconds: 600 }

/** Opens a campaign, ends it, decides it. */
export const turnCampaign = defineJob<{ campaignId: string }>({ name: 'campaign.turn', ...step })
/** Closes a group, asks the gateway, decides. */
export const turnGroup = defineJob<{ groupId: string }>({ name: 'group.turn', ...step })
/** Applies what was decided to each participation. */
export const applyGroup = defineJob<{ groupId: string }>({ name: 'group.apply', ...step })
export const remindToPay = defineJob<{ participationId: string }>({
  name: 'group.remind',
})
/** Makes anew what of the others is missing. */
export const sweepCampaigns = defineJob({
  name: 'campaigns.sweep',
  retryWaits: [],
  keepFailedDays: 7,
})

/** Enqueues a job for an instant that `shop_now()` decides, in the transaction of its cause. */
export async function sendAt<Data extends object>(
  tx: Db,
  jobs: JobSender,
  definition: JobDefinition<Data>,
  data: Data,
  at: Date,
): Promise<void> {
  const delaySeconds = Math.max(0, await secondsUntil(tx, sql`${at.toISOString()}::timestamptz`))
  await jobs.send(tx, definition, data, { delaySeconds })
}

/** Rounded up: who waits so long finds the time over. */
export async function secondsUntil(tx: Db, at: SQL): Promise<number> {
  const { rows } = await tx.execute<{ seconds: number }>(
    sql`select ceil(extract(epoch from ${at} - shop_now()))::float8 as seconds`,
  )
  return rows[0]?.seconds ?? 0
}

/** For what has become due in this transaction: after the commit it is done at once. */
export function sendTurn(tx: Db, jobs: JobSender, groupId: string): Promise<void> {
  return jobs.send(tx, turnGroup, { groupId })
}
