import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maxRunEntries } from '#contract/run-states.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import type { RunStarter } from '../db/tables/runs.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import {
  type AdminActor,
  accountOf,
  mayDo,
  requirePermission,
  type StaffActor,
} from '../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { endRun } from './end-run.ts'
import { workRunJob } from './run.jobs.ts'
import type { NewEntry, RunAction, RunActions, RunInput, RunRow, RunSubject } from './run-action.ts'
import { nextRunState } from './run-states.ts'
import {
  type ClockedRun,
  findClockedRun,
  insertEntries,
  insertRun,
  lockRun,
  updateRun,
} from './runs.queries.ts'

export interface RunServiceDeps {
  db: NodePgDatabase
  jobs: JobSender
  actions: RunActions
}

export interface RunRequest {
  kind: string
  action: string
  ids?: readonly string[] | undefined
  filter?: Record<string, string> | undefined
  input?: RunInput | undefined
}

/** An account of the staff, with whose rights the run is worked; a command starts none, nor does a key. */
export function starterOf(actor: StaffActor): { admin: AdminActor; starter: RunStarter } {
  const admin = accountOf(actor)
  return { admin, starter: { id: admin.id, ...admin.origin } }
}

function getAction({ actions }: RunServiceDeps, kind: string, name: string): RunAction {
  const action = actions.find(kind, name)
  if (!action) throw new ShopError('INVALID_INPUT', { message: ['action 格式錯誤'] })
  return action
}

export function isSensitiveRun(deps: RunServiceDeps, request: RunRequest): boolean {
  const action = getAction(deps, request.kind, request.action)
  return action.isSensitive === true && request.ids?.length !== 1
}

/** Dry run: the entries of now, and why some of them cannot be changed. */
export async function tryRun(
  deps: RunServiceDeps,
  request: RunRequest,
  actor: StaffActor,
): Promise<{ will_change: number; cannot: { id: string; title: string; reason: string }[] }> {
  const action = getAction(deps, request.kind, request.action)
  requirePermission(actor, action.permission)
  const subjects = await subjectsOf(deps.db, action, request, actor)
  const cannot = subjects.flatMap(({ id, title, reason }) =>
    reason === undefined ? [] : [{ id, title, reason }],
  )
  return { will_change: subjects.length - cannot.length, cannot }
}

/** Which entries are meant is settled here: what matches a filter later does not join. */
async function subjectsOf(
  db: Db,
  action: RunAction,
  request: RunRequest,
  actor: StaffActor,
): Promise<RunSubject[]> {
  const { ids, filter, input = {} } = request
  action.checkInput?.(input)
  if (!action.check || (ids === undefined) === (filter === undefined)) {
    throw new ShopError('INVALID_INPUT', { message: ['ids 或 filter 必須擇一'] })
  }
  const of = { filter: filter ?? {}, limit: maxRunEntries + 1, actor: starterOf(actor).admin }
  const wanted = ids ? [...new Set(ids)] : await action.find?.(db, of)
  if (!wanted) throw new ShopError('INVALID_INPUT', { message: ['filter 格式錯誤'] })
  if (wanted.length > maxRunEntries) throw new ShopError('RUN_TOO_LARGE')
  return action.check(db, wanted, input)
}

/** Starts a run over entries. Returns its id. */
export async function startRun(
  deps: RunServiceDeps,
  request: RunRequest,
  actor: StaffActor,
  intended: IdempotentRequest | undefined,
): Promise<string> {
  const action = getAction(deps, request.kind, request.action)
  requirePermission(actor, action.permission)
  const { id } = await transaction(deps.db, (tx) =>
    withIdempotency(tx, intended, async () => {
      const subjects = await subjectsOf(tx, action, request, actor)
      const input = request.input ?? {}
      const entries = subjects.map(({ id: subjectId, title }) => ({ subjectId, title }))
      const run = await openRun(deps, tx, { action, input, entries, state: 'queued' }, actor)
      return { id: run.id }
    }),
  )
  deps.jobs.wake(workRunJob)
  return id
}

/**
 * Makes a run in the transaction of the caller, with a job unless it waits as `ready`; exports and
 * imports are made here, too. Call `jobs.wake(workRunJob)` after the commit.
 */
export async function openRun(
  { jobs }: Pick<RunServiceDeps, 'jobs'>,
  tx: Transaction,
  run: {
    action: Pick<RunAction, 'kind' | 'name'>
    input: RunInput
    entries: readonly NewEntry[]
    state: 'checking' | 'ready' | 'queued'
    /** Of one without entries. */
    total?: number
  },
  actor: StaffActor,
): Promise<RunRow> {
  const { admin, starter } = starterOf(actor)
  const { kind, name: action } = run.action
  const total = run.total ?? run.entries.length
  const row = await insertRun(tx, {
    ...{ id: createId(), kind, action, state: run.state, input: run.input, total, starter },
    ...{ startedBy: admin.id, starterName: admin.name },
  })
  await insertEntries(tx, row.id, run.entries)
  if (run.state !== 'ready') await jobs.send(tx, workRunJob, { runId: row.id })
  const after = { kind, action, total }
  await recordAudit(tx, actor, { action: 'run.create', subject: subjectOf(row), after })
  return row
}

function subjectOf({ id, kind, action }: RunRow) {
  return { kind: 'run', id, title: `${kind}.${action}` }
}

/** One's own run, or anybody's with `job.manage`; throws RUN_NOT_FOUND. */
export async function getRun(db: Db, id: string, actor: StaffActor): Promise<ClockedRun> {
  return ownRun(await findClockedRun(db, id), actor)
}

function ownRun(found: ClockedRun | undefined, actor: StaffActor): ClockedRun {
  const isOwn = actor.kind === 'admin' && found?.run.startedBy === actor.id
  if (!found || !(isOwn || mayDo(actor, 'job.manage'))) throw new ShopError('RUN_NOT_FOUND')
  return found
}

/** Locks a run that the caller may stop, start or undo. */
export async function lockOwnRun(
  deps: Pick<RunServiceDeps, 'actions'>,
  tx: Transaction,
  id: string,
  actor: StaffActor,
): Promise<ClockedRun & { action: RunAction | undefined }> {
  const locked = ownRun(await lockRun(tx, id), actor)
  const action = deps.actions.find(locked.run.kind, locked.run.action)
  if (action) requirePermission(actor, action.permission)
  return { ...locked, action }
}

/** Changes made stay; when this has answered, nothing more is changed. */
export function cancelRun(deps: RunServiceDeps, id: string, actor: StaffActor): Promise<void> {
  return transaction(deps.db, async (tx) => {
    const { run, action } = await lockOwnRun(deps, tx, id, actor)
    const isEnded = await endRun(deps, tx, { run, action, event: 'cancel' })
    if (isEnded) await recordAudit(tx, actor, { action: 'run.cancel', subject: subjectOf(run) })
  })
}

/** Gives back what the run has changed, as a job; throws RUN_UNDO_OVER when its time is over. */
export async function undoRun(deps: RunServiceDeps, id: string, actor: StaffActor): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const { run, isInTime, action } = await lockOwnRun(deps, tx, id, actor)
    const state = nextRunState(run.state, 'undo')
    if (state === run.state) return
    if (!action?.undo || run.undoUntil === null) throw new ShopError('RUN_STATE')
    if (!isInTime) throw new ShopError('RUN_UNDO_OVER')
    await updateRun(tx, run, { state, undoneBy: starterOf(actor).starter })
    await deps.jobs.send(tx, workRunJob, { runId: id })
    await recordAudit(tx, actor, { action: 'run.undo', subject: subjectOf(run) })
  })
  deps.jobs.wake(workRunJob)
}
