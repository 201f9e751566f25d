import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { defineJob } from '../jobs/define-job.ts'
import { queueOptions } from '../jobs/queue-options.ts'
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
  const now = new Date().toISOString()
  for (const name of new Set(jobs.map((job) => job.name))) {
    await boss.createQueue(name, queueOptions(defineJob({ name })))
    const ofQueue = jobs.filter((job) => job.name === name)
    await boss.insert(
      name,
      // The retention counts from the start: after weeks in a file it would be over.
      ofQueue.map(({ name: _, startAfter, ...job }) => ({
        ...job,
        startAfter: Date.parse(startAfter) < Date.parse(now) ? now : startAfter,
      })),
    )
  }
}
