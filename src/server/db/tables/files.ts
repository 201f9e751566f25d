import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { LineOutcome } from '#contract/file-kinds.ts'
import { bytes, idColumn, instant } from '../columns.ts'
import { runs } from './runs.ts'

/** The files of exports, for 24 hours; no backup holds them. */
export const runFiles = pgTable(
  'run_files',
  {
    runId: idColumn('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('run_files_by_end').on(table.expiresAt)],
)

export const runFileParts = pgTable(
  'run_file_parts',
  {
    runId: idColumn('run_id')
      .notNull()
      .references(() => runFiles.runId, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] })],
)

/** One text of a line that would be another, by the word of its column. */
export interface LineChange {
  column: string
  before: string
  after: string
  /** A remark on the change beside its texts. */
  notice?: string
}

export interface LineError {
  column: string
  reason: string
}

/** How a line is applied: what it sets, and the state of the entry that the dry run saw. */
export interface LinePlan {
  input: Record<string, unknown>
  /** Null for a new entry. */
  seen: string | null
}

/** The lines of an import as they were in the file, and what the dry run says of them; for 2 days. */
export const importLines = pgTable(
  'import_lines',
  {
    runId: idColumn('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** As a spreadsheet counts: the heading is 1. */
    line: integer('line').notNull(),
    /** Of another shop's file: where it says so, in words; the line is then one of this shop's file. */
    place: text('place'),
    cells: jsonb('cells').$type<string[]>().notNull(),
    /** Null until it is checked. */
    outcome: text('outcome').$type<LineOutcome>(),
    subjectId: idColumn('subject_id'),
    title: text('title').notNull().default(''),
    changes: jsonb('changes').$type<LineChange[]>().notNull().default([]),
    errors: jsonb('errors').$type<LineError[]>().notNull().default([]),
    plan: jsonb('plan').$type<LinePlan>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.line] }),
    index('import_lines_by_outcome').on(table.runId, table.outcome, table.line),
  ],
)

/** Columns of files as the owner has matched them by hand; the next file of the kind is read so. */
export const importMatches = pgTable(
  'import_matches',
  {
    kind: text('kind').notNull(),
    preset: text('preset').notNull(),
    /** The heading, folded. */
    word: text('word').notNull(),
    /** Empty: the column is left out. */
    field: text('field').notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.preset, table.word] })],
)

/** Pictures of products of another shop, which a job brings here; kept with their run. */
export const importedPictures = pgTable(
  'imported_pictures',
  {
    runId: idColumn('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    productId: idColumn('product_id').notNull(),
    /** At the other shop. */
    address: text('address').notNull(),
    state: text('state').$type<'waiting' | 'done' | 'failed'>().notNull().default('waiting'),
    /** Why it failed, in words for the owner. */
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.productId, table.address] }),
    check('imported_pictures_state', sql`${table.state} in ('waiting', 'done', 'failed')`),
  ],
)
