import { customType, timestamp } from 'drizzle-orm/pg-core'

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
