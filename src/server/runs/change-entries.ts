import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { shopErrors } from '#contract/errors.ts'
import type { Role } from '#contract/permissions.ts'
import { keptReason, type RunEntryState } from '#contract/run-states.ts'
import { isDatabaseUnavailable } from '../db/database-error.ts'
import type { RunStarter } from '../db/tables/runs.ts'
import { transaction } from '../db/transaction.ts'
import { type AdminActor, mayDo } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Log } from '../log.ts'
import type { EntryChange, RunAction, RunRow } from './run-action.ts'
import { claimEntry, lockLiveRun, nextEntries, updateEntry } from './runs.queries.ts'

/** Work on the entries of a run in one of its two working states. */
interface Pass {
  run: RunRow
  action: RunAction
  /** The state of the run meanwhile, and that of the entries to take. */
  runState: 'running' | 'undoing'
  entryState: RunEntryState
  isBackwards?: boolean
  by: RunStarter
  /** Changes one entry, in its transaction. */
  change(change: EntryChange): Promise<void>
  /** State of an entry that could not be changed. */
  refused: 'failed' | 'kept'
}

export const permissionLost = '權限已變更'

/** `lost`: the account may not do this any more. */
type Outcome = 'changed' | 'passed' | 'stopped' | 'lost'

/** Entries at the same time; more would take the connections of the shop's calls. */
const defaultParallel = 3
const entriesAtOnce = 60

interface PassDeps {
  db: NodePgDatabase
  log: Log
}

export function applyPass(run: RunRow, action: RunAction): Pass {
  return {
    run,
    action,
    runState: 'running',
    entryState: 'waiting',
    by: run.starter,
    refused: 'failed',
    async change(change) {
      const { undo = null, ...named } = (await action.apply?.(change)) ?? {}
      const { runId, position } = change.entry
      await updateEntry(change.tx, { runId, position }, { state: 'done', undo, ...named })
    },
  }
}

export function undoPass(run: RunRow, action: RunAction): Pass {
  return {
    run,
    action,
    runState: 'undoing',
    entryState: 'done',
    isBackwards: action.undoesBackwards ?? false,
    by: run.undoneBy ?? run.starter,
    refused: 'kept',
    async change(change) {
      const isUndone = (await action.undo?.(change)) ?? false
      const { runId, position } = change.entry
      const state = isUndone ? 'undone' : 'kept'
      const reason = isUndone ? null : keptReason
      await updateEntry(change.tx, { runId, position }, { state, reason })
    },
  }
}

/**
 * Changes the entries that are left, some at a time, until `isOver` says so or somebody has stopped
 * the run. `report` is called after each.
 */
export async function changeEntries(
  deps: PassDeps,
  pass: Pass,
  { isOver, report }: { isOver: () => boolean; report: () => Promise<void> },
): Promise<'finished' | 'paused' | 'stopped' | 'lost'> {
  const { id: runId } = pass.run
  for (;;) {
    const { entryState: state, isBackwards = false } = pass
    const positions = await nextEntries(deps.db, { runId, state, isBackwards }, entriesAtOnce)
    if (positions.length === 0) return 'finished'
    const outcomes = new Set<Outcome>()
    const isEnded = () => isOver() || outcomes.has('stopped') || outcomes.has('lost')
    const takeTurns = async () => {
      for (let position = positions.shift(); position !== undefined; position = positions.shift()) {
        if (isEnded()) return
        outcomes.add(await changeEntry(deps, pass, position))
        await report()
      }
    }
    await Promise.all(Array.from({ length: pass.action.parallel ?? defaultParallel }, takeTurns))
    if (outcomes.has('stopped')) return 'stopped'
    if (outcomes.has('lost')) return 'lost'
    if (isOver()) return 'paused'
  }
}

async function changeEntry(deps: PassDeps, pass: Pass, position: number): Promise<Outcome> {
  const { run, runState, entryState, by, action } = pass
  const of = { runId: run.id, position }
  try {
    return await transaction(deps.db, async (tx) => {
      const [live, entry] = await Promise.all([
        lockLiveRun(tx, { runId: run.id, state: runState, uid: by.id }),
        claimEntry(tx, { ...of, state: entryState }),
      ])
      if (!live) return 'stopped'
      const actor = actorOf(run, by, live)
      if (!actor || !mayDo(actor, action.permission)) return 'lost'
      if (!entry) return 'passed'
      await pass.change({ tx, actor, run, entry })
      return 'changed'
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    if (!(error instanceof ShopError)) {
      deps.log.error({ err: error, run: run.id, position }, 'an entry of a run failed')
    }
    const { message } = error instanceof ShopError ? error.reply : shopErrors.INTERNAL
    return refuseEntry(deps, pass, position, [message].flat().join('、'))
  }
}

/** Its own transaction: that of the change is rolled back. */
function refuseEntry(
  { db }: PassDeps,
  pass: Pass,
  position: number,
  reason: string,
): Promise<Outcome> {
  const of = { runId: pass.run.id, position }
  return transaction(db, async (tx) => {
    const entry = await claimEntry(tx, { ...of, state: pass.entryState })
    if (entry) await updateEntry(tx, of, { state: pass.refused, reason })
    return entry ? 'changed' : 'passed'
  })
}

/** With the name and the role of now; undefined for an account that is gone or disabled. */
function actorOf(
  { id: runId }: RunRow,
  by: RunStarter,
  { name, role }: { name: string | null; role: Role | null },
): AdminActor | undefined {
  if (name === null || role === null) return undefined
  const { id, ...origin } = by
  return { kind: 'admin', id, name, role, origin, runId }
}
