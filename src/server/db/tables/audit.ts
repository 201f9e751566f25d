import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/audit.ts'
import { instant } from '../columns.ts'

/**
 * Every change by staff, written in the transaction of the change; rows are never changed. `before`
 * and `after` hold the fields that differ, personal data masked.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: instant('at').notNull().defaultNow(),
    /** The administrator's id and name of then; of a command no id, and the command's name. */
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    role: text('role'),
    action: text('action').$type<AuditAction>().notNull(),
    subjectKind: text('subject_kind').notNull(),
    /** None for a change of many subjects at once. */
    subjectId: text('subject_id'),
    subjectTitle: text('subject_title').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
    /** Of the call: none for a command. */
    requestId: text('request_id'),
    network: text('network'),
    device: text('device'),
    /** Of a run over many: its id. */
    runId: text('run_id'),
  },
  (table) => [
    index('audit_entries_by_time').on(table.at, table.id),
    index('audit_entries_by_run').on(table.runId, table.id).where(sql`run_id is not null`),
    index('audit_entries_by_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_entries_by_action').on(table.action, table.id),
    index('audit_entries_by_actor').on(table.actorId, table.id),
  ],
)

/** SHA-256 over the entries since the seal before, and over that seal; rows are never changed. */
export const auditSeals = pgTable('audit_seals', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  at: instant('at').notNull().defaultNow(),
  /** The entries from `firstId` to `lastId`; `firstAt` is the time of the oldest of them. */
  firstId: bigint('first_id', { mode: 'number' }).notNull(),
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
  entries: integer('entries').notNull(),
  firstAt: instant('first_at').notNull(),
  hash: text('hash').notNull(),
})
