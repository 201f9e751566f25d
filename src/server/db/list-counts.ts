import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { prepared } from './prepared.ts'
import { listChanges, listTotals } from './tables/list-counts.ts'

/** A list that is counted while it changes; `key` is the category of one by category, else ''. */
export interface CountedList {
  list:
    | 'orders'
    | 'coupons'
    | 'products'
    | 'products by category'
    | 'products on sale'
    | 'products on sale by category'
  key: string
}

const list = sql.placeholder('list')
const key = sql.placeholder('key')

// Totals and changes in one statement: one snapshot, so the number is exact whoever folds meanwhile.
const totalOf = prepared((db) =>
  db
    .select({ n: sql<number>`sum(n)::bigint`.mapWith(Number) })
    .from(
      sql`(select n from ${listTotals} where list = ${list} and key = ${key}
        union all select n from ${listChanges} where list = ${list} and key = ${key}) as parts`,
    )
    .prepare('list_total'),
)

/** The exact length of a list, whatever it is, at the cost of one row and the latest changes. */
export async function countListed(db: Db, counted: CountedList): Promise<number> {
  const [row] = await totalOf(db).execute({ list: counted.list, key: counted.key })
  return row?.n ?? 0
}

/** The keys of a list that hold `part`, whatever its case, each with the length of its list. */
export async function countMatchingKeys(
  db: Db,
  name: CountedList['list'],
  part: string,
): Promise<{ key: string; n: number }[]> {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await db.execute<{ key: string; n: number }>(sql`
    select key, sum(n)::bigint as n from (
      select key, n from ${listTotals} where list = ${name} and key ilike ${pattern}
      union all select key, n from ${listChanges} where list = ${name} and key ilike ${pattern}
    ) as parts group by key having sum(n) > 0 order by key`)
  return rows
}

const foldedAtOnce = 20_000

/**
 * Folds what was noted into the totals and blocks, in steps that hold no lock anybody waits for. Any
 * number of nodes may do so; one at a time does.
 */
export async function foldListChanges(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ n: number }>(
      sql`select fold_list_changes(${foldedAtOnce}) as n`,
    )
    if ((rows[0]?.n ?? 0) < foldedAtOnce) return
  }
}
