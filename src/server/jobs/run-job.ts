import type { JobResult, JobWithMetadata } from 'pg-boss'
import { maskEmail } from '#contract/masking.ts'
import { runIn } from '../http/language.ts'
import { shorten } from '../input/shorten.ts'
import { describeError, type Log } from '../log.ts'
import { jobRuns } from '../metrics/metrics.ts'
import { traceJob, withoutCause } from '../tracing/trace-jobs.ts'
import { type JobHandler, PermanentJobError } from './define-job.ts'

/** Runs one attempt and reports its outcome to pg-boss. */
export async function runJob(
  job: JobWithMetadata<object>,
  {
    handler,
    setRetryWait,
    log,
  }: {
    handler: JobHandler<object>
    /** The wait before the next attempt, which the job itself holds. */
    setRetryWait: (job: JobWithMetadata<object>) => Promise<void>
    log: Log
  },
): Promise<JobResult> {
  const { id, name, signal, priority, retryCount } = job
  const isLast = retryCount >= job.retryLimit
  try {
    const attempt = retryCount + 1
    const { data, cause } = withoutCause(job.data ?? {})
    // A request may have woken the worker, in its own language.
    await runIn('zh', () =>
      traceJob({ id, name, attempt }, cause, () =>
        handler(data, { signal, priority, attempt, isLast }),
      ),
    )
    jobRuns.inc({ job: name, outcome: 'done' })
    return { id, status: 'completed' }
  } catch (error) {
    const isFinal = isLast || error instanceof PermanentJobError
    jobRuns.inc({ job: name, outcome: isFinal ? 'given_up' : 'failed' })
    const level = isFinal ? 'error' : 'warn'
    log[level]({ err: error, job: { id, name, attempt: retryCount + 1 } }, 'a job failed')
    if (!isFinal) await setRetryWait(job)
    // `deadletter` is what pg-boss calls a failure that is not tried again.
    return { id, status: isFinal ? 'deadletter' : 'failed', output: outputOf(error) }
  }
}

/** Stored output of a failure: no stack, none of the values of a query, no address of a person. */
function outputOf(error: unknown): object {
  const described = describeError(error)
  if (typeof described !== 'object' || described === null) {
    return { message: maskEmails(String(error)) }
  }
  const { message } = described as { message?: unknown }
  return { message: shorten(maskEmails(String(message ?? error)), 500) }
}

/** A mail server names the address that it refuses. */
function maskEmails(text: string): string {
  return text
    .split(/([\s<>"'(),;:])/)
    .map((word) => (word.includes('@') ? maskEmail(word) : word))
    .join('')
}
