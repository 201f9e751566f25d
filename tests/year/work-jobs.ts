import type { Database } from '../../src/server/db/connect.ts'
import type { JobDefinition, JobHandler } from '../../src/server/jobs/define-job.ts'
import { PermanentJobError } from '../../src/server/jobs/define-job.ts'
import type { Jobs } from '../../src/server/jobs/jobs.ts'
import { firesWithin } from './cron.ts'

interface Registration {
  definition: JobDefinition
  handler: JobHandler<object> | undefined
}

interface DueJob {
  id: string
  name: string
  data: object | null
  attempt: number
  retry_limit: number
  priority: number
}

/** Work on which no money depends: once in so many days, for the sake of the time. */
const rarely: Record<string, number> = {
  'search.count-sales': 7,
  'doctor.check': 7,
  'stores.renew': 30,
}
/** Sweeps of every few minutes look for what the jobs have lost, which is little where nothing is killed. */
const sweepsEveryDays = 1
const dayMs = 86_400_000
/** Mails are written, and nobody reads them. */
const unworked = ['mail.send', 'mail.sweep']

/** More jobs than one moment has: a job that sends itself without end is a fault. */
const maxJobs = 20_000

/**
 * Works the jobs of a shop one after the other, those of the queue when their time has come, and those
 * of a schedule once for all the times that passed since the last look.
 */
export class JobWorker {
  readonly #registrations = new Map<string, Registration>()
  readonly #schedules: { name: string; cron: string }[] = []
  readonly #workedAt = new Map<string, Date>()
  readonly #pool: Database['pool']
  readonly #afterEach: () => Promise<void>
  /** Jobs that were given up, and what they threw. */
  readonly failures: string[] = []

  /** `afterEach`: what a job has set off elsewhere comes to its end before the next one. */
  constructor(pool: Database['pool'], afterEach: () => Promise<void>) {
    this.#pool = pool
    this.#afterEach = afterEach
  }

  /** In the place of the queue, so that each room hands over its handlers. */
  recorder(jobs: Jobs): Jobs {
    return {
      ...jobs,
      register: (definition, handler) => {
        const known = handler as JobHandler<object> | undefined
        this.#registrations.set(definition.name, { definition, handler: known })
      },
      schedule: ({ name }, cron) => void this.#schedules.push({ name, cron }),
    }
  }

  /** Whether a job waits whose time has come, or one of a schedule that does not come every hour. */
  async isDue(from: Date, to: Date): Promise<boolean> {
    const rare = this.#schedules.filter(({ cron }) => !isFrequent(cron))
    if (rare.some(({ cron }) => firesWithin(cron, from, to))) return true
    const { rows } = await this.#pool.query(
      `select from pgboss.job where state in ('created', 'retry') and start_after <= $1
        and name <> all($2) limit 1`,
      [to, unworked],
    )
    return rows.length > 0
  }

  async workSchedules(from: Date, to: Date): Promise<void> {
    await this.#pool.query('delete from pgboss.job where name = any($1)', [unworked])
    for (const { name, cron } of this.#schedules) {
      if (!firesWithin(cron, from, to)) continue
      const days = rarely[name] ?? (isFrequent(cron) ? sweepsEveryDays : 0)
      if (!this.#isItsTurn(name, to, days)) continue
      const first = { attempt: 1, priority: 0, isLast: true }
      await this.#run(name, {}, first).catch((error: unknown) => this.#tell(name, error))
    }
  }

  #isItsTurn(name: string, now: Date, days: number): boolean {
    const last = this.#workedAt.get(name)
    if (last && now.getTime() - last.getTime() < days * dayMs) return false
    this.#workedAt.set(name, now)
    return true
  }

  /** Until none is due. */
  async workQueue(): Promise<void> {
    for (let worked = 0; ; worked++) {
      if (worked > maxJobs) throw new Error('the jobs of one moment do not come to an end')
      const job = await this.#take()
      if (!job) return
      await this.#work(job)
    }
  }

  /**
   * Those of one moment by their data, whose ids follow each other: those of the queue are random, and a
   * year is to be played again.
   */
  async #take(): Promise<DueJob | undefined> {
    const { rows } = await this.#pool.query<DueJob>(
      `update pgboss.job as job set state = 'active', started_on = now()
      from (select id, name from pgboss.job where state in ('created', 'retry') and start_after <= now()
          and name <> all($1)
        order by priority desc, date_trunc('minute', start_after), name, data::text, created_on, id limit 1) as next
      where job.id = next.id and job.name = next.name
      returning job.id, job.name, job.data, job.retry_count + 1 as attempt, job.retry_limit, job.priority`,
      [unworked],
    )
    return rows[0]
  }

  async #work({ id, name, data, attempt, retry_limit, priority }: DueJob): Promise<void> {
    const isLast = attempt > retry_limit
    try {
      await this.#run(name, data ?? {}, { attempt, priority, isLast })
      // Kept, those of a year would be looked through for each that waits.
      await this.#pool.query('delete from pgboss.job where id = $1 and name = $2', [id, name])
    } catch (error) {
      if (isLast || error instanceof PermanentJobError) {
        this.#tell(name, error)
        return this.#end(id, name, `state = 'failed', completed_on = now()`)
      }
      const waits = this.#registrations.get(name)?.definition.retryWaits ?? []
      const seconds = waits[attempt - 1] ?? 60
      await this.#end(
        id,
        name,
        `state = 'retry', retry_count = ${attempt}, start_after = now() + interval '${seconds} seconds'`,
      )
    }
  }

  async #end(id: string, name: string, change: string): Promise<void> {
    await this.#pool.query(`update pgboss.job set ${change} where id = $1 and name = $2`, [
      id,
      name,
    ])
  }

  async #run(
    name: string,
    data: object,
    attempt: { attempt: number; priority: number; isLast: boolean },
  ): Promise<void> {
    if (unworked.includes(name)) return
    const { signal } = new AbortController()
    try {
      await this.#registrations.get(name)?.handler?.(data, { ...attempt, signal })
    } finally {
      await this.#afterEach()
    }
  }

  #tell(name: string, error: unknown): void {
    this.failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Every hour, or more often. */
function isFrequent(cron: string): boolean {
  return cron.split(' ')[1] === '*'
}
