import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Db } from '../db/connect.ts'
import type { Log } from '../log.ts'
import { withCause } from '../tracing/trace-jobs.ts'
import type { JobDefinition, JobHandler, JobOptions } from './define-job.ts'
import { readHold } from './hold.ts'
import { queueOptions } from './queue-options.ts'
import { runJob } from './run-job.ts'

/** Enqueues; the part of `Jobs` that features get. */
export interface JobSender {
  /** In the transaction of the caller: the job exists if and only if the transaction commits. */
  send<Data extends object>(
    tx: Db,
    definition: JobDefinition<Data>,
    data: Data,
    options?: JobOptions,
  ): Promise<void>
  /** The same for many jobs of one kind, in one statement. */
  sendAll<Data extends object>(
    tx: Db,
    definition: JobDefinition<Data>,
    data: readonly Data[],
    options?: JobOptions,
  ): Promise<void>
  /** After the commit, for a job that should not wait until this process looks for jobs. */
  wake(definition: Pick<JobDefinition, 'name'>): void
}

interface JobReference {
  id: string
  name: string
}

/** Actions of the back office on a job that has failed for the last time. */
export interface FailedJobs extends Pick<JobSender, 'wake'> {
  /** One more attempt, in the transaction of the caller. */
  retry(tx: Db, job: JobReference): Promise<void>
  remove(tx: Db, job: JobReference): Promise<void>
}

export interface Jobs extends JobSender, FailedJobs {
  /** Before `start`. Without a handler, jobs are accepted and wait for a node that has one. */
  register<Data extends object>(
    definition: JobDefinition<Data>,
    handler?: JobHandler<Data>,
    options?: {
      /** Asked at every look: as long as it is false, jobs wait as without a handler. */
      isWorked?: () => boolean
    },
  ): void
  /** Before `start`: one job for the whole shop at each time of the cron expression, in UTC. */
  schedule(definition: JobDefinition, cron: string): void
  start(): Promise<void>
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>
}

interface Registration {
  definition: JobDefinition
  handler: JobHandler<object> | undefined
  isWorked: () => boolean
}

const looksForDeadEverySeconds = 30
const stopTimeoutMs = 8_000
const holdPollMs = 2_000
/** Of a queue that no look has woken. */
const idlePollSeconds = 10 * 60

/** One step of an index for each queue, however many jobs wait for their time. */
const dueQueues = `
  select name from unnest($1::text[]) as queue (name)
  where exists (
    select from pgboss.job
    where job.name = queue.name and state < 'active' and start_after <= now())`

/**
 * The jobs of all nodes, stored in PostgreSQL by pg-boss: at least once, retried with exponential
 * back-off, and within a minute after the process that ran them was killed.
 */
export function createJobs({
  database,
  log,
  lookSeconds = 2,
  worksJobs = true,
}: {
  database: Pick<Database, 'pool'>
  log: Log
  /** How often a node looks for jobs that are due; its own ones are woken at their commit. */
  lookSeconds?: number
  /** `false` in tests: jobs are accepted, and this node runs none. */
  worksJobs?: boolean
}): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    superviseIntervalSeconds: looksForDeadEverySeconds,
    monitorIntervalSeconds: looksForDeadEverySeconds,
    maintenanceIntervalSeconds: 60 * 60,
    cronWorkerIntervalSeconds: 15,
    // No job here waits for other jobs.
    flowIntervalSeconds: 60 * 60,
    ...(!worksJobs && { supervise: false, schedule: false }),
    // Rebuilding an index exceeds the time limit of our connections.
    reindex: false,
  })
  const registrations = new Map<string, Registration>()
  /** Whether these are worked may change while the shop runs. */
  const changing: Registration[] = []
  const workers = new Map<string, string>()
  const schedules = new Map<string, string>()
  boss.on('error', (err) => log.warn({ err }, 'the job queue reported an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue reported a warning'))

  async function work({ definition, handler, isWorked }: Registration): Promise<void> {
    const running = workers.get(definition.name)
    if (running && !isWorked()) {
      workers.delete(definition.name)
      await boss.offWork(definition.name, { id: running, wait: false })
    }
    if (!handler || running || !isWorked()) return
    const setRetryWait = async ({ id, name, retryCount }: JobWithMetadata<object>) => {
      const wait = definition.retryWaits[retryCount]
      if (wait === undefined) return
      await database.pool.query(
        'update pgboss.job set retry_delay = $3 where name = $1 and id = $2',
        [name, id, wait],
      )
    }
    const options = {
      includeMetadata: true as const,
      perJobResults: true as const,
      batchSize: definition.concurrency,
      // One look finds the queues that have something to do: forty that asked would ask all day.
      pollingIntervalSeconds: idlePollSeconds,
    }
    const worker = await boss.work<object, object, typeof options>(
      definition.name,
      options,
      async (batch) => {
        const run = (job: JobWithMetadata<object>) => runJob(job, { handler, setRetryWait, log })
        const results = await Promise.all(batch.map(run))
        // As long as as many wait as are taken at once, the next ones are taken without a pause;
        // `burstWhenBatchFull` does the same, but not for one at a time.
        if (batch.length === definition.concurrency) boss.notifyWorker(worker)
        return results
      },
    )
    workers.set(definition.name, worker)
  }

  // A start writes the definitions that are new or changed; waiting jobs have the options they were
  // sent with. One after the other: all at once they would take every connection, and wait for each
  // other's lock with it.
  async function createQueues(): Promise<void> {
    const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { definition } of registrations.values()) {
      const options = queueOptions(definition)
      const queue = queues.get(definition.name)
      if (!queue) await boss.createQueue(definition.name, options)
      else if (!isDeepStrictEqual({ ...queue, ...options }, queue))
        await boss.updateQueue(definition.name, options)
    }
  }

  async function takeJobs(): Promise<void> {
    for (const [name, cron] of schedules) await boss.schedule(name, cron)
    for (const registration of registrations.values()) await work(registration)
    lookLater()
  }

  let lookTimer: NodeJS.Timeout | undefined

  /** Every few seconds one statement finds the queues with due jobs and wakes their workers. */
  function lookLater(): void {
    if (isStopped) return
    lookTimer = setTimeout(async () => {
      try {
        for (const registration of changing) await work(registration)
        const { rows } = await database.pool.query<{ name: string }>(dueQueues, [
          [...workers.keys()],
        ])
        for (const { name } of rows) boss.notifyWorker(workers.get(name) ?? '')
      } catch (err) {
        log.warn({ err }, 'the job queue could not be asked')
      }
      lookLater()
    }, lookSeconds * 1_000)
  }

  const isHeld = async () => (await readHold(drizzle(database.pool))) !== undefined
  let holdTimer: NodeJS.Timeout | undefined
  let isStopped = false

  /** A restored shop accepts jobs and runs none until somebody releases it. */
  function watchHold(): void {
    holdTimer = setTimeout(async () => {
      try {
        const held = await isHeld()
        if (isStopped) return
        if (!held) return await takeJobs()
      } catch (err) {
        log.error({ err }, 'jobs could not be started')
      }
      if (!isStopped) watchHold()
    }, holdPollMs)
  }

  return {
    register(definition, handler, { isWorked } = {}) {
      if (registrations.has(definition.name)) {
        throw new Error(`The job ${definition.name} is registered twice.`)
      }
      const registration = {
        definition,
        handler: handler as JobHandler<object> | undefined,
        isWorked: isWorked ?? (() => true),
      }
      registrations.set(definition.name, registration)
      if (isWorked) changing.push(registration)
    },
    schedule: (definition, cron) => void schedules.set(definition.name, cron),
    async send(tx, definition, data, { priority = 0, delaySeconds = 0 } = {}) {
      await boss.send(definition.name, withCause(data), {
        db: fromDrizzle(tx, sql),
        priority,
        startAfter: delaySeconds,
      })
    },
    async sendAll(tx, definition, data, { priority = 0, delaySeconds = 0 } = {}) {
      if (data.length === 0) return
      const inserted = data.map((one) => ({
        ...{ data: withCause(one), priority },
        startAfter: delaySeconds,
      }))
      await boss.insert(definition.name, inserted, { db: fromDrizzle(tx, sql) })
    },
    wake({ name }) {
      const worker = workers.get(name)
      if (worker) boss.notifyWorker(worker)
    },
    async retry(tx, { name, id }) {
      await boss.retry(name, id, { db: fromDrizzle(tx, sql) })
    },
    async remove(tx, { name, id }) {
      await boss.deleteJob(name, id, { db: fromDrizzle(tx, sql) })
    },
    async start() {
      await boss.start()
      await createQueues()
      if (!worksJobs) return
      if (await isHeld()) watchHold()
      else await takeJobs()
    },
    async stop() {
      isStopped = true
      clearTimeout(holdTimer)
      clearTimeout(lookTimer)
      await boss.stop({ close: false, graceful: true, timeout: stopTimeoutMs })
    },
  }
}
