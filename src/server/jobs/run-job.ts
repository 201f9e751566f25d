import type { JobResult, JobWithMetadata } from 'pg-boss'
import { describeError, type Log } from '../log.ts'
import { type JobHandler, PermanentJobError } from './define-job.ts'

/** Runs one attempt and reports its outcome to pg-boss. */
export async function runJob(
  job: JobWithMetadata<object>,
  handler: JobHandler<object>,
  log: Log,
): Promise<JobResult> {
  const { id, name, signal, priority, retryCount } = job
  const isLast = retryCount >= job.retryLimit
  try {
    await handler(job.data ?? {}, { signal, priority, attempt: retryCount + 1, isLast })
    return { id, status: 'completed' }
  } catch (error) {
    const isFinal = isLast || error instanceof PermanentJobError
    const level = isFinal ? 'error' : 'warn'
    log[level]({ err: error, job: { id, name, attempt: retryCount + 1 } }, 'a job failed')
    // `deadletter` is what pg-boss calls a failure that is not tried again.
    return { id, status: isFinal ? 'deadletter' : 'failed', output: outputOf(error) }
  }
}

/** What is stored of a failure: no stack, and none of the values of a query. */
function outputOf(error: unknown): object {
  const described = describeError(error)
  if (typeof described !== 'object' || described === null) return { message: String(error) }
  const { message } = described as { message?: unknown }
  return { message: String(message ?? error).slice(0, 500) }
}
