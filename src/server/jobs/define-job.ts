/** The name of a job, the type of its data, and its retries. */
export interface JobDefinition<Data extends object = object> {
  name: string
  /** Attempts after the first one; then the job stays as failed. */
  retryLimit: number
  /** The wait after the first failure; it doubles, with jitter, up to the longest one. */
  firstRetrySeconds: number
  longestRetrySeconds: number
  /** An attempt that takes longer is aborted and retried. */
  timeoutSeconds: number
  /** How often a node looks for such jobs. */
  pollSeconds: number
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

const defaults = {
  retryLimit: 5,
  firstRetrySeconds: 5,
  longestRetrySeconds: 15 * 60,
  timeoutSeconds: 60,
  pollSeconds: 2,
  concurrency: 1,
  keepFailedDays: 90,
}

export function defineJob<Data extends object = object>(
  definition: Pick<JobDefinition, 'name'> & Partial<JobDefinition<Data>>,
): JobDefinition<Data> {
  return { ...defaults, ...definition }
}
