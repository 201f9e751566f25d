import * as schema from '#contract/runs.schema.ts'
import { adminRunApi, type Run, type RunEntry } from '#contract/runs.ts'
import { type Actor, mayDo } from '../http/actor.ts'
import { requireConfirmation } from '../http/caller.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { parseIdempotencyKey } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import type { EntryRow } from './run-action.ts'
import { type ClockedRun, listEntries, listRuns } from './runs.queries.ts'
import {
  cancelRun,
  getRun,
  isSensitiveRun,
  type RunServiceDeps,
  starterOf,
  startRun,
  tryRun,
  undoRun,
} from './runs.service.ts'

export function runRoutes(mount: Mount, deps: RunServiceDeps): void {
  const { db } = deps

  mount(adminRunApi.create, schema.create, async ({ data }, { actor, caller, request }) => {
    const { is_trial: isTrial, ...asked } = data
    if (isTrial) return tryRun(deps, asked, actor)
    if (isSensitiveRun(deps, asked)) requireConfirmation(caller)
    const id = await startRun(deps, asked, actor, parseIdempotencyKey(request))
    return { run: toRun(await getRun(db, id, actor)) }
  })

  mount(adminRunApi.list, schema.list, async ({ query }, { actor }) => {
    const startedBy = mayDo(actor, 'job.manage') ? undefined : starterOf(actor).admin.id
    const filter = { startedBy, isCurrent: query.current === '1' }
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listRuns(db, filter, place),
    )
    return {
      runs: rows.map((row) => toRun(row, actor)),
      pagination,
      messages: [],
    }
  })

  mount(adminRunApi.detail, schema.detail, async ({ params, query }, { actor }) => {
    const run = await getRun(db, params.id, actor)
    const of = { runId: params.id, state: query.only || undefined }
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listEntries(db, of, place),
    )
    return {
      run: toRun(run, actor),
      entries: rows.map(toEntry),
      pagination,
    }
  })

  mount(adminRunApi.cancel, schema.cancel, async ({ params }, { actor }) => {
    await cancelRun(deps, params.id, actor)
    return { run: toRun(await getRun(db, params.id, actor)) }
  })

  mount(adminRunApi.undo, schema.undo, async ({ params }, { actor }) => {
    await undoRun(deps, params.id, actor)
    return { run: toRun(await getRun(db, params.id, actor)) }
  })
}

const endStates = ['done', 'cancelled', 'failed']

/** `has_file` is sent to whoever made the export alone: nobody else may download the file. */
export function toRun({ run, isInTime, hasFile }: ClockedRun, reader?: Actor): Run {
  const isUndone = run.state === 'undoing' || run.state === 'undone'
  const isOwn = reader?.kind === 'admin' && reader.id === run.startedBy
  const hasExport = run.action === 'export' && run.state === 'done'
  return {
    id: run.id,
    kind: run.kind,
    action: run.action,
    state: run.state,
    name: run.starterName,
    total: run.total,
    done: run.done,
    failed: run.failed,
    ...(isUndone && { undone: run.undone, kept: run.kept }),
    ...(run.reason !== null && { reason: run.reason }),
    ...(typeof run.input.file === 'string' && { file: run.input.file }),
    ...(hasExport && isOwn && { has_file: hasFile }),
    create_at: toEpochSeconds(run.createdAt),
    ...(run.endedAt && { end_at: toEpochSeconds(run.endedAt) }),
    ...(run.undoUntil && { undo_until: toEpochSeconds(run.undoUntil) }),
    can_undo: isInTime && endStates.includes(run.state) && run.done > run.failed,
  }
}

function toEntry({ runId, position, subjectId, title, state, reason }: EntryRow): RunEntry {
  return {
    id: subjectId ?? `${runId}.${position}`,
    title,
    state,
    ...(reason !== null && { reason }),
  }
}
