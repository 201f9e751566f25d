import { sql } from 'drizzle-orm'
import { customType, index, type PgColumn, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * An id of the contract. Compared byte by byte: the order of ids is the order of creation whatever
 * collation the database has.
 */
export const idColumn = customType<{ data: string }>({
  dataType: () => 'text COLLATE "C"',
})

/** An instant; read as a Date. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date' })
}

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The terms of a row, which `termsOf` makes where the row is written. Null: not made yet, or erased;
 * a job makes it anew.
 */
export const searchTerms = () => tsvector('search_terms')

/** Their indexes: the terms, with a short list of pending entries, and the rows that have none yet. */
export const searchTermIndexes = (table: string, row: { id: PgColumn; terms: PgColumn }) => [
  index(`${table}_by_terms`).using('gin', row.terms).with({ gin_pending_list_limit: 256 }),
  index(`${table}_without_terms`).on(row.id).where(sql`search_terms is null`),
]

/** Of a table whose rows a deletion leaves: gone from the lists, back by `trash`. */
export const archiveColumns = () => ({
  deletedAt: instant('deleted_at'),
  /** The name of who deleted it; null where a node of an earlier version did. */
  deletedBy: text('deleted_by'),
  /** The call that deleted it, one for all that it took. */
  deletion: idColumn('deletion'),
})
