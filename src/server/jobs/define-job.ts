/** The name of a job, the type of its data, and its retries. */
export interface JobDefinition<Data extends object = object> {
  name: string
  /** The wait after each failure, in seconds; after one more failure the job stays as failed. */
  retryWaits: readonly number[]
  /** An attempt that takes longer is aborted and retried. */
  timeoutSeconds: number
  /** Jobs of this kind that one process takes, and runs, at the same time. */
  concurrency: number
  /** How long a failed job can be seen and tried again. */
  keepFailedDays: number
  /** Carries the type of the data and has no value. */
  data?: Data
}

export interface JobOptions {
  /** Higher ones go first; 0 unless said otherwise. */
  priority?: number
  /** Not before this many seconds from now. */
  delaySeconds?: number
}

export interface JobAttempt {
  /** Aborted when the attempt has taken too long. */
  signal: AbortSignal
  /** 1 for the first one. */
  attempt: number
  priority: number
  isLast: boolean
}

/** Runs at least once for each job: a second run must do no harm. */
export type JobHandler<Data extends object> = (data: Data, attempt: JobAttempt) => Promise<void>

/** Thrown by a handler when a retry cannot succeed: the job fails at once. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError'
}

const minute = 60
const hour = 60 * minute

const defaults = {
  retryWaits: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 24 * hour],
  timeoutSeconds: 60,
  concurrency: 1,
  keepFailedDays: 90,
}

export function defineJob<Data extends object = object>(
  definition: Pick<JobDefinition, 'name'> & Partial<JobDefinition<Data>>,
): JobDefinition<Data> {
  return { ...defaults, ...definition }
}
