import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { shopErrors } from '#contract/errors.ts'
import { transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobAttempt } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { listRunsWithMails } from '../mail/outbox.queries.ts'
import { releaseMailsOfRun } from '../mail/outbox.ts'
import { applyPass, changeEntries, permissionLost, undoPass } from './change-entries.ts'
import { endRun, releaseRun } from './end-run.ts'
import { releaseRunJob, sweepRunsJob, workRunJob } from './run.jobs.ts'
import type { RunAction, RunActions, RunProgress, RunRow } from './run-action.ts'
import { nextRunState } from './run-states.ts'
import {
  countedEntries,
  deleteOldRuns,
  findRun,
  listFinalRuns,
  listStalledRuns,
  updateRun,
} from './runs.queries.ts'

export interface RunDeps {
  db: NodePgDatabase
  jobs: Jobs
  log: Log
  actions: RunActions
}

/** A job works this long on entries, then makes room for other runs. */
const sliceMs = 30_000
const reportEveryMs = 500
/** A job that reports nothing for this long has died. */
const stalledSeconds = 60

export function registerRuns(jobs: Jobs, others: Omit<RunDeps, 'jobs'>): void {
  const deps = { ...others, jobs }
  jobs.register(workRunJob, ({ runId }, attempt) => workRun(deps, runId, attempt))
  jobs.register(releaseRunJob, ({ runId }) => release(deps, runId))
  jobs.register(sweepRunsJob, () => sweepRuns(deps))
  jobs.schedule(sweepRunsJob, '* * * * *')
}

/** Sends what waited for the end of the time in which a run can be undone, and settles it. */
export async function release(deps: RunDeps, runId: string): Promise<void> {
  const run = await transaction(deps.db, (tx) => releaseRun(deps, tx, runId))
  if (run) await deps.actions.find(run.kind, run.action)?.settle?.(run)
}

/** Resumes what no job works on, and sends what waits for no run any more. */
export async function sweepRuns({ db, jobs }: Pick<RunDeps, 'db' | 'jobs'>): Promise<void> {
  await transaction(db, async (tx) => {
    for (const runId of await listStalledRuns(tx, stalledSeconds)) {
      await jobs.send(tx, workRunJob, { runId })
    }
    for (const runId of await listFinalRuns(tx, await listRunsWithMails(tx))) {
      await releaseMailsOfRun(jobs, tx, runId)
    }
  })
  await deleteOldRuns(db)
}

export async function workRun(
  deps: RunDeps,
  runId: string,
  { signal, isLast }: Pick<JobAttempt, 'signal' | 'isLast'>,
): Promise<void> {
  const { db, jobs, actions } = deps
  const run = await findRun(db, runId)
  if (!run) return
  const action = actions.find(run.kind, run.action)
  // A node of a later version knows it; this one leaves it to the sweep.
  if (!action) return
  try {
    const isPaused = await work(deps, run, action, signal)
    if (isPaused) await transaction(db, (tx) => jobs.send(tx, workRunJob, { runId }))
  } catch (error) {
    // A refusal of ours is the same at the next attempt.
    if (error instanceof ShopError && shopErrors[error.code].status < 500) {
      const { message } = error.reply
      await failRun(deps, run, action, [message].flat().join('、'))
      return
    }
    if (isLast) await failRun(deps, run, action)
    throw error
  }
}

function failRun(deps: RunDeps, run: RunRow, action: RunAction, reason?: string): Promise<boolean> {
  const end = { run, action, event: 'fail' as const, ...(reason && { reason }) }
  return transaction(deps.db, (tx) => endRun(deps, tx, end))
}

/** Works in the state that the run is in; true when there is more to do. */
async function work(
  deps: RunDeps,
  run: RunRow,
  action: RunAction,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = deps
  switch (run.state) {
    case 'checking': {
      await action.prepare?.(run, progressOf(deps, run, signal))
      await updateRun(db, run, { state: nextRunState(run.state, 'checked') })
      return false
    }
    case 'queued': {
      const state = nextRunState(run.state, 'begin')
      const isBegun = await updateRun(db, run, { state })
      return isBegun && work(deps, { ...run, state }, action, signal)
    }
    case 'running':
      if (!action.work) return apply(deps, run, action, signal)
      await action.work(run, progressOf(deps, run, signal))
      await transaction(db, (tx) => endRun(deps, tx, { run, action, event: 'finish' }))
      return false
    case 'undoing':
      return undo(deps, run, action, signal)
    default:
      return false
  }
}

async function apply(
  deps: RunDeps,
  run: RunRow,
  action: RunAction,
  signal: AbortSignal,
): Promise<boolean> {
  const result = await changeEntries(deps, applyPass(run, action), turnsOf(deps, run, signal))
  if (result === 'finished' || result === 'lost') {
    const how =
      result === 'lost'
        ? ({ event: 'fail', reason: permissionLost } as const)
        : ({ event: 'finish' } as const)
    await transaction(deps.db, (tx) => endRun(deps, tx, { run, action, ...how }))
  }
  return result === 'paused'
}

async function undo(
  deps: RunDeps,
  run: RunRow,
  action: RunAction,
  signal: AbortSignal,
): Promise<boolean> {
  const result = await changeEntries(deps, undoPass(run, action), turnsOf(deps, run, signal))
  if (result === 'finished' || result === 'lost') {
    await transaction(deps.db, async (tx) => {
      const state = nextRunState('undoing', 'finish_undo')
      const reason = result === 'lost' ? permissionLost : run.reason
      const isEnded = await updateRun(
        tx,
        { id: run.id, state: 'undoing' },
        { state, reason, ...countedEntries },
      )
      // Kept entries stay done, so their mails leave.
      if (!isEnded) return
      await releaseMailsOfRun(deps.jobs, tx, run.id)
      await deps.jobs.send(tx, releaseRunJob, { runId: run.id })
    })
  }
  return result === 'paused'
}

/** The end of a slice, and reports of progress at most twice a second. */
function turnsOf(
  { db }: RunDeps,
  run: Pick<RunRow, 'id' | 'state'>,
  signal: AbortSignal,
): { isOver: () => boolean; report: () => Promise<void> } {
  const endsAt = Date.now() + sliceMs
  let reportedAt = Date.now()
  return {
    isOver: () => signal.aborted || Date.now() > endsAt,
    async report() {
      if (Date.now() - reportedAt < reportEveryMs) return
      reportedAt = Date.now()
      await updateRun(db, run, countedEntries)
    },
  }
}

function progressOf({ db }: RunDeps, run: RunRow, signal: AbortSignal): RunProgress {
  let reportedAt = 0
  return {
    signal,
    async report({ done, total = run.total }) {
      if (Date.now() - reportedAt < reportEveryMs && done < total) return true
      reportedAt = Date.now()
      return updateRun(db, { id: run.id, state: run.state }, { done, total, workedAt: sql`now()` })
    },
  }
}
