import type { QueueOptions } from 'pg-boss'
import type { JobDefinition } from './define-job.ts'

/** A process without a heartbeat for this long counts as dead; the minimum of pg-boss. */
const heartbeatSeconds = 10
const retryAfterDeathSeconds = 5
const daySeconds = 24 * 60 * 60
/** As long as a mail is stored: a mail that could not be sent in this time is useless. */
const waitsAtMostDays = 30

export function queueOptions(definition: JobDefinition): QueueOptions {
  return {
    retryLimit: definition.retryWaits.length,
    // A failed attempt sets the wait that follows it; this one follows the death of a process.
    retryBackoff: false,
    retryDelay: Math.min(retryAfterDeathSeconds, definition.retryWaits[0] ?? 0),
    expireInSeconds: definition.timeoutSeconds,
    heartbeatSeconds,
    retentionSeconds: waitsAtMostDays * daySeconds,
    deleteAfterSeconds: definition.keepFailedDays * daySeconds,
  }
}
