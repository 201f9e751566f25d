import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { StaffActor } from '../http/actor.ts'
import { createId } from './id.ts'

/** Entries that a deletion has left: one, or all that one deletion took. */
type ArchivedEntries = { id: string } | { deletion: string }

interface ArchivingTable {
  id: PgColumn
  deletedAt: PgColumn
  deletion: PgColumn
}

/** Columns of a deletion; one call's values go into all that it takes. */
export function archivedBy({ name }: StaffActor) {
  return { deletedAt: sql`now()`, deletedBy: name, deletion: createId() }
}

export const notArchived = { deletedAt: null, deletedBy: null, deletion: null }

export function areArchived(table: ArchivingTable, entries: ArchivedEntries): SQL | undefined {
  const isMeant = 'id' in entries ? eq(table.id, entries.id) : eq(table.deletion, entries.deletion)
  return and(isNotNull(table.deletedAt), isMeant)
}
