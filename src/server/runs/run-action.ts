import type { Permission } from '#contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import type { runEntries, runs } from '../db/tables/runs.ts'
import type { Transaction } from '../db/transaction.ts'
import type { AdminActor } from '../http/actor.ts'

export type RunRow = typeof runs.$inferSelect
export type EntryRow = typeof runEntries.$inferSelect
export type RunInput = Record<string, unknown>

/** Title of an entry, and why it cannot be changed, when it cannot. */
export interface RunSubject {
  id: string
  title: string
  reason?: string
}

/** An entry that a run is made of, in its order. */
export interface NewEntry {
  subjectId: string | null
  title: string
  state?: 'waiting' | 'failed'
  reason?: string
  input?: RunInput
}

/** Query of a list of the back office. */
export interface Wanted {
  filter: Record<string, string>
  limit: number
  actor: AdminActor
}

/** One entry and the transaction in which it is changed, by the actor with the id of the run. */
export interface EntryChange {
  tx: Transaction
  actor: AdminActor
  run: RunRow
  entry: EntryRow
}

export interface EntryDone {
  /** Input of `undo`. */
  undo?: RunInput
  /** Of an entry that the run has made itself. */
  subjectId?: string
  title?: string
}

/** While a run is worked as a whole. */
export interface RunProgress {
  /** Aborted when the job ends. */
  signal: AbortSignal
  /** Writes how far it is, at most twice a second; false once the run was cancelled. */
  report(progress: { done: number; total?: number }): Promise<boolean>
}

/**
 * Action of a run on its entries. Either `apply`, one entry in a transaction of its own, or `work`,
 * all of it. It may run twice and must do no harm then.
 */
export interface RunAction {
  kind: string
  name: string
  permission: Permission
  /** Over more than one entry it needs a proof of the password within 15 minutes. */
  isSensitive?: true
  /** How long it can be undone after its end; without `undo` never. */
  undoSeconds?: number
  /** How many entries are changed at the same time, three when it says nothing. */
  parallel?: number
  /** Its last entry is undone first. */
  undoesBackwards?: true
  /** Throws for an input that the action cannot use. */
  checkInput?(input: RunInput): void
  /** The ids that the actor's list with this query has now, at most `limit`. */
  find?(db: Db, wanted: Wanted): Promise<string[]>
  /** Titles of these entries and why some of them cannot be changed now; changes nothing. */
  check?(db: Db, ids: readonly string[], input: RunInput): Promise<RunSubject[]>
  /** Work of a run in `checking` before it is `ready`. */
  prepare?(run: RunRow, progress: RunProgress): Promise<void>
  /** Throws a ShopError for an entry that cannot be changed: its words are the reason. */
  apply?(change: EntryChange): Promise<EntryDone | undefined>
  /** False when somebody has changed the entry since; a ShopError is the reason why it is kept. */
  undo?(change: EntryChange): Promise<boolean>
  work?(run: RunRow, progress: RunProgress): Promise<void>
  /** After the time in which it can be undone; it may run again and must do no harm then. */
  settle?(run: RunRow): Promise<void>
}

/** The actions of a shop, by what they change. */
export interface RunActions {
  find(kind: string, name: string): RunAction | undefined
}

export function createRunActions(actions: readonly RunAction[]): RunActions {
  const byName = new Map(actions.map((action) => [`${action.kind} ${action.name}`, action]))
  if (byName.size !== actions.length) throw new Error('an action of a run is there twice')
  return { find: (kind, name) => byName.get(`${kind} ${name}`) }
}
