import type { Db } from './connect.ts'

/**
 * Builds a query once for each connection pool, however often it runs. A transaction builds its
 * own, under the same name, so that PostgreSQL still plans it once for a connection.
 */
export function prepared<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const built = new WeakMap<Db, Q>()
  return (db) => {
    let query = built.get(db)
    if (query === undefined) {
      query = build(db)
      built.set(db, query)
    }
    return query
  }
}
