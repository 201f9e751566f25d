import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type {
  DifferenceKind,
  SettlementColumns,
  SettlementResult,
} from '#contract/reconciliation.ts'
import { idColumn, instant } from '../columns.ts'

/** One row, `books`: when all checks of the books last ran to their end. */
export const bookChecks = pgTable('book_checks', {
  name: text('name').primaryKey(),
  checkedAt: instant('checked_at').notNull(),
})

/** Findings of the nightly check; reading the list decides whether one still holds. */
export const bookFindings = pgTable(
  'book_findings',
  {
    /** The id of the check. */
    kind: text('kind').notNull(),
    /** The order, product or group at fault. */
    subjectId: idColumn('subject_id').notNull(),
    foundAt: instant('found_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectId] })],
)

/** Differences that somebody settled, as they were then. */
export const resolvedDifferences = pgTable(
  'resolved_differences',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    orderId: idColumn('order_id'),
    attemptId: idColumn('attempt_id'),
    productId: idColumn('product_id'),
    tradeNo: text('trade_no'),
    /** In whole NT$; of a product, in pieces. */
    ours: bigint('ours', { mode: 'number' }),
    theirs: bigint('theirs', { mode: 'number' }),
    since: instant('since').notNull(),
    note: text('note').notNull(),
    resolvedAt: instant('resolved_at').notNull().defaultNow(),
  },
  (table) => [index('resolved_differences_by_time').on(table.resolvedAt)],
)

/** A settlement file of the gateway, imported once. */
export const settlements = pgTable(
  'settlements',
  {
    id: idColumn('id').primaryKey(),
    /** SHA-256 of its bytes. */
    fileHash: text('file_hash').notNull().unique('settlements_file'),
    fileName: text('file_name').notNull(),
    importedAt: instant('imported_at').notNull().defaultNow(),
    /** The first and the last day of its lines in Taipei. */
    firstDay: date('first_day', { mode: 'string' }),
    lastDay: date('last_day', { mode: 'string' }),
  },
  (table) => [index('settlements_by_time').on(table.importedAt)],
)

/** A line of a settlement file, or a captured attempt that the file lacks. */
export const settlementLines = pgTable(
  'settlement_lines',
  {
    settlementId: idColumn('settlement_id')
      .notNull()
      .references(() => settlements.id, { onDelete: 'cascade' }),
    /** In the file; what it lacks comes after its last line. */
    position: integer('position').notNull(),
    tradeNo: text('trade_no').notNull(),
    orderId: idColumn('order_id'),
    /** In whole NT$, below zero for a refund. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Amount in our books. */
    ours: bigint('ours', { mode: 'number' }),
    fee: bigint('fee', { mode: 'number' }),
    day: date('day', { mode: 'string' }),
    result: text('result').$type<SettlementResult>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.settlementId, table.position] }),
    check(
      'settlement_lines_result',
      sql`${table.result} in ('matched', 'amount_differs', 'unknown', 'duplicate', 'missing')`,
    ),
    index('settlement_lines_by_trade').on(table.tradeNo),
    index('settlement_lines_by_result').on(table.settlementId, table.result, table.position),
  ],
)

/** Which column is which in files with headers of their own, by the SHA-256 of the headers. */
export const settlementFormats = pgTable('settlement_formats', {
  headerHash: text('header_hash').primaryKey(),
  columns: jsonb('columns').$type<SettlementColumns>().notNull(),
})

/** One row: what the nightly check of the data has found, as sentences for the back office. */
export const dataCheck = pgTable(
  'data_check',
  {
    isLast: boolean('is_last').primaryKey().default(true),
    at: instant('at').notNull().defaultNow(),
    findings: jsonb('findings').$type<string[]>().notNull(),
  },
  (table) => [check('data_check_one_row', sql`${table.isLast}`)],
)
