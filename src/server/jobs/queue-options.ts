import type { QueueOptions } from 'pg-boss'
import type { JobDefinition } from './define-job.ts'

/** A process that has not been heard of for this long is taken for dead; the least pg-boss takes. */
const heartbeatSeconds = 10
const daySeconds = 24 * 60 * 60
/** As long as a mail is kept: one that nobody could send in this time is worth nothing. */
const waitsAtMostDays = 30

export function queueOptions(definition: JobDefinition): QueueOptions {
  return {
    retryLimit: definition.retryLimit,
    retryBackoff: true,
    retryDelay: definition.firstRetrySeconds,
    retryDelayMax: definition.longestRetrySeconds,
    expireInSeconds: definition.timeoutSeconds,
    heartbeatSeconds,
    retentionSeconds: waitsAtMostDays * daySeconds,
    deleteAfterSeconds: definition.keepDays * daySeconds,
  }
}
