import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { prepared } from './prepared.ts'
import { listCounts } from './tables/list-counts.ts'

/** The lists that may grow so long that `count(*)` takes too long; triggers count them. */
type CountedList = 'orders' | 'products' | 'products published' | 'customers'

const sumOf = prepared((db) =>
  db
    .select({ n: sql<number>`coalesce(sum(${listCounts.n}), 0)::bigint`.mapWith(Number) })
    .from(listCounts)
    .where(sql`${listCounts.list} = ${sql.placeholder('list')}`)
    .prepare('list_count'),
)

/** The exact length of a list at this moment, at the cost of a few rows. */
export async function countListed(db: Db, list: CountedList): Promise<number> {
  const [row] = await sumOf(db).execute({ list })
  return row?.n ?? 0
}
