import { and, asc, count, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Role } from '#contract/permissions.ts'
import type { RunEntryState, RunState } from '#contract/run-states.ts'
import type { Db } from '../db/connect.ts'
import { deleteInSteps } from '../db/delete-in-steps.ts'
import { prepared, preparedText } from '../db/prepared.ts'
import { runEntries, runs } from '../db/tables/runs.ts'
import type { EntryRow, NewEntry, RunInput, RunRow } from './run-action.ts'

const unfinished: RunState[] = ['checking', 'ready', 'queued', 'running', 'undoing']

/** How long a run is kept. */
const keptDays = 30

export async function insertRun(db: Db, run: typeof runs.$inferInsert): Promise<RunRow> {
  const [row] = await db.insert(runs).values(run).returning()
  if (!row) throw new Error('a run was not inserted')
  return row
}

const entriesInserted = preparedText(
  'run_entries_insert',
  `insert into run_entries (run_id, position, subject_id, title, state, reason, input)
   select $1, $2::integer + entry.n, entry.subject_id, entry.title, entry.state, entry.reason,
     entry.input
   from rows from (
     unnest($3::text[]), unnest($4::text[]), unnest($5::text[]), unnest($6::text[]),
     unnest($7::jsonb[])
   ) with ordinality as entry (subject_id, title, state, reason, input, n)`,
)
const entriesAtOnce = 2_000

/** Appends entries from `first` on; positions begin at 1. */
export async function insertEntries(
  db: Db,
  runId: string,
  entries: readonly NewEntry[],
  first = 1,
): Promise<void> {
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const part = entries.slice(start, start + entriesAtOnce)
    await entriesInserted(db, [
      runId,
      first - 1 + start,
      part.map(({ subjectId }) => subjectId),
      part.map(({ title }) => title),
      part.map(({ state }) => state ?? 'waiting'),
      part.map(({ reason }) => reason ?? null),
      part.map(({ input }) => (input ? JSON.stringify(input) : null)),
    ])
  }
}

export async function findRun(db: Db, id: string): Promise<RunRow | undefined> {
  const [row] = await db.select().from(runs).where(eq(runs.id, id))
  return row
}

/** Whether a run of this action over this campaign is under way. */
export async function hasUnfinishedRun(
  db: Db,
  of: { kind: string; action: string; campaignId: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        inArray(runs.state, unfinished),
        eq(runs.kind, of.kind),
        eq(runs.action, of.action),
        sql`${runs.input} ->> 'campaign_id' = ${of.campaignId}`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

const withClock = {
  run: runs,
  isInTime: sql<boolean>`coalesce(${runs.undoUntil} > now(), false)`,
  hasFile: sql<boolean>`exists (
    select from run_files where run_id = ${runs.id} and expires_at > now())`,
}
export interface ClockedRun {
  run: RunRow
  /** Whether it can still be undone, by the clock of the database. */
  isInTime: boolean
  /** Whether its file can still be fetched. */
  hasFile: boolean
}

export async function findClockedRun(db: Db, id: string): Promise<ClockedRun | undefined> {
  const [row] = await db.select(withClock).from(runs).where(eq(runs.id, id))
  return row
}

/** The row is locked until the end of the transaction. */
export async function lockRun(db: Db, id: string): Promise<ClockedRun | undefined> {
  const [row] = await db.select(withClock).from(runs).where(eq(runs.id, id)).for('update')
  return row
}

const isCurrent = sql`(${inArray(runs.state, unfinished)} or ${runs.undoUntil} > now())`

/** One page of the runs, newest first; of one account when it is given. */
export async function listRuns(
  db: Db,
  filter: { startedBy?: string | undefined; isCurrent: boolean },
  page: { limit: number; offset: number },
): Promise<{ rows: ClockedRun[]; total: number }> {
  const where = and(
    filter.startedBy === undefined ? undefined : eq(runs.startedBy, filter.startedBy),
    filter.isCurrent ? isCurrent : undefined,
    sql`${runs.createdAt} > now() - make_interval(days => ${keptDays})`,
  )
  const [rows, [counted]] = await Promise.all([
    db
      .select(withClock)
      .from(runs)
      .where(where)
      .orderBy(desc(runs.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(runs).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function listEntries(
  db: Db,
  of: { runId: string; state: RunEntryState | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const where = and(eq(runEntries.runId, of.runId), of.state && eq(runEntries.state, of.state))
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(runEntries)
      .where(where)
      .orderBy(asc(runEntries.position))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(runEntries).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** The next entries in this state, as positions; backwards, the last ones first. */
export async function nextEntries(
  db: Db,
  of: { runId: string; state: RunEntryState; isBackwards: boolean },
  limit: number,
): Promise<number[]> {
  const rows = await db
    .select({ position: runEntries.position })
    .from(runEntries)
    .where(and(eq(runEntries.runId, of.runId), eq(runEntries.state, of.state)))
    .orderBy(of.isBackwards ? desc(runEntries.position) : asc(runEntries.position))
    .limit(limit)
  return rows.map(({ position }) => position)
}

const liveRun = preparedText<{ name: string; role: Role }>(
  'run_lock_live',
  `select coalesce(nullif(a.name, ''), a.username) as name, a.role from runs
   left join administrators as a on a.uid = $3 and not a.is_disabled
   where runs.id = $1 and runs.state = $2 for share of runs`,
)

/**
 * Keeps a run in its state until the end of the transaction; undefined when it has another one by
 * now. `role` is the account's of now, null when it may not sign in any more.
 */
export async function lockLiveRun(
  db: Db,
  of: { runId: string; state: RunState; uid: string },
): Promise<{ name: string | null; role: Role | null } | undefined> {
  const [row] = await liveRun(db, [of.runId, of.state, of.uid])
  return row
}

const entryClaimed = prepared((db) =>
  db
    .select()
    .from(runEntries)
    .where(
      and(
        eq(runEntries.runId, sql.placeholder('runId')),
        eq(runEntries.position, sql.placeholder('position')),
        eq(runEntries.state, sql.placeholder('state')),
      ),
    )
    .for('update', { skipLocked: true })
    .prepare('run_entry_claim'),
)

/** Locks an entry; undefined when it is in another state, or somebody else has it. */
export async function claimEntry(
  db: Db,
  of: { runId: string; position: number; state: RunEntryState },
): Promise<EntryRow | undefined> {
  const [row] = await entryClaimed(db).execute(of)
  return row
}

const entryUpdated = preparedText(
  'run_entry_update',
  `update run_entries set state = $3, reason = $4, undo = coalesce($5::jsonb, undo),
     subject_id = coalesce($6, subject_id), title = coalesce($7, title)
   where run_id = $1 and position = $2`,
)

/** Keeps what is not given, but the reason of before. */
export async function updateEntry(
  db: Db,
  of: { runId: string; position: number },
  change: {
    state: RunEntryState
    reason?: string | null
    undo?: RunInput | null
    subjectId?: string
    title?: string
  },
): Promise<void> {
  const { state, reason = null, undo, subjectId = null, title = null } = change
  const undoText = undo ? JSON.stringify(undo) : null
  await entryUpdated(db, [of.runId, of.position, state, reason, undoText, subjectId, title])
}

/** Moves a run on if it is still in this state; false otherwise. */
export async function updateRun(
  db: Db,
  of: { id: string; state: RunState },
  change: PgUpdateSetSource<typeof runs>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(runs)
    .set({ workedAt: sql`now()`, ...change })
    .where(and(eq(runs.id, of.id), eq(runs.state, of.state)))
  return (rowCount ?? 0) > 0
}

const counted = (states: RunEntryState[]) =>
  sql`(select count(*) from run_entries where run_id = ${runs.id} and ${inArray(sql`state`, states)})`

/** How far the entries of a run are. */
export const countedEntries = {
  done: counted(['done', 'failed', 'undone', 'kept']),
  failed: counted(['failed']),
  undone: counted(['undone']),
  kept: counted(['kept']),
}

/** Runs that wait for a job, or whose job died. */
export async function listStalledRuns(db: Db, seconds: number): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        inArray(runs.state, ['checking', 'queued', 'running', 'undoing']),
        lt(runs.workedAt, sql`now() - make_interval(secs => ${seconds})`),
      ),
    )
    .orderBy(asc(runs.workedAt))
    .limit(100)
  return rows.map(({ id }) => id)
}

/** Those of these runs that cannot be undone any more, or are gone. */
export async function listFinalRuns(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(inArray(runs.id, [...ids]), sql`not (${isCurrent})`))
  const known = await db
    .select({ id: runs.id })
    .from(runs)
    .where(inArray(runs.id, [...ids]))
  const gone = ids.filter((id) => !known.some((run) => run.id === id))
  return [...rows.map(({ id }) => id), ...gone]
}

/** Entries first: there may be 50,000 of one run. */
export async function deleteOldRuns(db: Db): Promise<void> {
  const isOld = sql`created_at < now() - make_interval(days => ${keptDays}) and ended_at is not null`
  await deleteInSteps(db, 'run_entries', sql`run_id in (select id from runs where ${isOld})`)
  await deleteInSteps(db, 'runs', isOld)
}
