import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { RunEntryState, RunState } from '#contract/run-states.ts'
import { idColumn, instant } from '../columns.ts'

/** Caller that started or undid a run; name and role are read again for each entry. */
export interface RunStarter {
  id: string
  requestId: string
  network: string
  device: string
}

/** One action over many entries, worked by a job; kept for 30 days. */
export const runs = pgTable(
  'runs',
  {
    id: idColumn('id').primaryKey(),
    kind: text('kind').notNull(),
    action: text('action').notNull(),
    state: text('state').$type<RunState>().notNull(),
    /** The uid of the account, and its name of then. */
    startedBy: text('started_by').notNull(),
    starterName: text('starter_name').notNull(),
    starter: jsonb('starter').$type<RunStarter>().notNull(),
    undoneBy: jsonb('undone_by').$type<RunStarter>(),
    /** Input of the action beside its entries. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull().default({}),
    total: integer('total').notNull().default(0),
    /** As of `workedAt`: entries that are through, and those of them that failed. */
    done: integer('done').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** Of an undo: entries that are as before, and those that somebody has changed since. */
    undone: integer('undone').notNull().default(0),
    kept: integer('kept').notNull().default(0),
    /** Why it failed as a whole. */
    reason: text('reason'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When a job last worked on it; one that is long ago died. */
    workedAt: instant('worked_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    /** Until then it can be undone, and its mails wait. */
    undoUntil: instant('undo_until'),
  },
  (table) => [
    check(
      'runs_state',
      sql`${table.state} in ('checking', 'ready', 'queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')`,
    ),
    index('runs_by_starter').on(table.startedBy, table.id),
    index('runs_by_age').on(table.createdAt),
    index('runs_open')
      .on(table.workedAt)
      .where(sql`state in ('checking', 'queued', 'running', 'undoing')`),
  ],
)

/** Entries of a run, one row for each; a waiting entry was not reached. */
export const runEntries = pgTable(
  'run_entries',
  {
    runId: idColumn('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Null for what the run makes itself. */
    subjectId: idColumn('subject_id'),
    /** Display name; no personal data. */
    title: text('title').notNull(),
    state: text('state').$type<RunEntryState>().notNull().default('waiting'),
    reason: text('reason'),
    /** Input of the action for this entry alone. */
    input: jsonb('input').$type<Record<string, unknown>>(),
    /** Undo data of the action. */
    undo: jsonb('undo').$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    check(
      'run_entries_state',
      sql`${table.state} in ('waiting', 'done', 'failed', 'undone', 'kept')`,
    ),
    index('run_entries_by_state').on(table.runId, table.state, table.position),
  ],
)
