import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { WaitingJob } from './manifest.ts'

/** Enqueues the jobs anew, in the transaction of the connection; a start updates their queues. */
export async function restoreJobs(
  client: pg.ClientBase,
  jobs: readonly WaitingJob[],
): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  for (const name of new Set(jobs.map((job) => job.name))) {
    await boss.createQueue(name)
    const ofQueue = jobs.filter((job) => job.name === name)
    await boss.insert(
      name,
      ofQueue.map(({ data, startAfter, priority, retryLimit, retryDelay, expireInSeconds }) => {
        return { data, startAfter, priority, retryLimit, retryDelay, expireInSeconds }
      }),
    )
  }
}
