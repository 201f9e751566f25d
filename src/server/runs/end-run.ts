import { sql } from 'drizzle-orm'
import { defaultUndoSeconds, type RunState } from '#contract/run-states.ts'
import type { Transaction } from '../db/transaction.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { releaseLineNewsOfRun } from '../line-messages/line-outbox.ts'
import { releaseMailsOfRun } from '../mail/outbox.ts'
import { releaseRunJob } from './run.jobs.ts'
import type { RunAction, RunRow } from './run-action.ts'
import { nextRunState, type RunEvent } from './run-states.ts'
import { countedEntries, lockRun, updateRun } from './runs.queries.ts'

/**
 * Ends a run by this event; what it has changed can be undone from now on, and its mails wait for
 * as long. False when it had ended before.
 */
export async function endRun(
  { jobs }: { jobs: JobSender },
  tx: Transaction,
  end: {
    run: Pick<RunRow, 'id'>
    action: RunAction | undefined
    event: Extract<RunEvent, 'finish' | 'cancel' | 'fail'>
    reason?: string
  },
): Promise<boolean> {
  const locked = await lockRun(tx, end.run.id)
  if (!locked) return false
  const { run } = locked
  // Somebody has stopped it while its last step was made.
  if (end.event === 'finish' && run.state === 'cancelled') return false
  const next = nextRunState(run.state, end.event)
  if (next === run.state) return false
  const { action } = end
  const undoSeconds = action?.undo ? (action.undoSeconds ?? defaultUndoSeconds) : null
  // One that was not even begun has nothing to undo.
  const isUndoable = undoSeconds !== null && run.state === 'running'
  await updateRun(tx, run, {
    state: next,
    reason: end.reason ?? null,
    endedAt: sql`now()`,
    // An export's search text may be a name; the audit masks the same two.
    input: sql`input #- '{filter,q}' #- '{filter,tag}'`,
    ...(isUndoable && { undoUntil: sql`now() + make_interval(secs => ${undoSeconds})` }),
    ...(!action?.work && countedEntries),
  })
  const data = { runId: run.id }
  await jobs.send(tx, releaseRunJob, data, { delaySeconds: isUndoable ? undoSeconds : 0 })
  return true
}

const finalStates: RunState[] = ['done', 'cancelled', 'failed', 'undone']

/**
 * Sends the mails and messages of a run that cannot be undone any more, and gives the run; again, it does nothing.
 * Undefined for one that can be, and one that is gone.
 */
export async function releaseRun(
  { jobs }: { jobs: JobSender },
  tx: Transaction,
  runId: string,
): Promise<RunRow | undefined> {
  const locked = await lockRun(tx, runId)
  if (locked?.isInTime && locked.run.state !== 'undone') {
    await jobs.send(tx, releaseRunJob, { runId }, { delaySeconds: 5 })
    return undefined
  }
  // One that is being undone is released at its end.
  if (locked && !finalStates.includes(locked.run.state)) return undefined
  await releaseMailsOfRun(jobs, tx, runId)
  await releaseLineNewsOfRun(jobs, tx, runId)
  return locked?.run
}
