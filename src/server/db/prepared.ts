import type pg from 'pg'
import type { Db } from './connect.ts'
import { onConnection } from './transaction.ts'

/**
 * Builds a query once for each pool and each connection, however often it runs; PostgreSQL plans it
 * once for a connection, under its name. It is sent as it is called, before anything is awaited.
 */
export function prepared<Q extends object>(build: (db: Db) => Q): (db: Db) => Q {
  const built = new WeakMap<Db, Q>()
  return (db) => {
    const connection = onConnection(db)
    const key = connection?.db ?? db
    let query = built.get(key)
    if (query === undefined) {
      query = build(key)
      built.set(key, query)
    }
    return connection ? connection.throughTransaction(query) : query
  }
}

/** The same for a statement that the query builder cannot express. */
export function preparedText<R extends pg.QueryResultRow>(name: string, text: string) {
  return async (db: Db, values: unknown[]): Promise<R[]> => {
    const { $client } = db as Db & { $client: pg.Pool | pg.PoolClient }
    const { rows } = await $client.query<R>({ name, text, values })
    return rows
  }
}
