import { getTableName, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/connect.ts'
import { preparedText } from '../db/prepared.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** A table with `search_terms`. */
export interface SearchedTable {
  table: PgTable
  id: AnyPgColumn
  /** Makes the terms of these rows from what stands in them. */
  write: (tx: Transaction, ids: string[]) => Promise<void>
}

/** Writes the terms of rows, by their ids. */
export async function writeTerms(
  db: Db,
  { table, id }: Pick<SearchedTable, 'table' | 'id'>,
  terms: ReadonlyMap<string, string>,
): Promise<void> {
  const name = getTableName(table)
  const type = id.dataType === 'number' ? 'bigint' : 'text'
  // Prepared: an order writes the terms of its customer.
  const write = preparedText(
    `terms_of_${name}`,
    `update ${name} set search_terms = made.terms::tsvector
     from unnest($1::${type}[], $2::text[]) as made (id, terms)
     where ${name}.${id.name} = made.id and search_terms is distinct from made.terms::tsvector`,
  )
  await write(db, [[...terms.keys()], [...terms.values()]])
}

const fill = defineJob({ name: 'search.fill-terms', timeoutSeconds: 600 })
const rowsAtOnce = 500

/** Every minute: rows whose terms an erasure took, or that came by SQL; without any it costs a lookup a table. */
export function registerTerms(
  jobs: Jobs,
  { db, searchedTables }: { db: NodePgDatabase; searchedTables: readonly SearchedTable[] },
): void {
  jobs.register(fill, (_, { signal }) => fillTerms(db, searchedTables, signal))
  jobs.schedule(fill, '* * * * *')
}

export async function fillTerms(
  db: NodePgDatabase,
  tables: readonly SearchedTable[],
  signal?: AbortSignal,
): Promise<void> {
  for (const { table, id, write } of tables) {
    const fillSome = () =>
      transaction(db, async (tx) => {
        // Locked before they are read: what an erasure takes away meanwhile does not come back.
        const { rows } = await tx.execute<{ id: string }>(sql`
          select ${id} as id from ${table} where search_terms is null
          order by ${id} limit ${rowsAtOnce} for no key update skip locked`)
        if (rows.length > 0) {
          await write(
            tx,
            rows.map((row) => row.id),
          )
        }
        return rows.length
      })
    while (!signal?.aborted && (await fillSome()) === rowsAtOnce);
  }
}
