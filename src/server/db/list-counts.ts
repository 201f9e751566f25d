import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { prepared } from './prepared.ts'
import { listBlocks, listChanges, listTotals } from './tables/list-counts.ts'

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

/**
 * Where a page begins: `skip` entries on from the id `from`; when the newest come first, only ids
 * below it count, else it and those above.
 */
export interface Position {
  from: string
  skip: number
}

/** Below and above every id. */
const lowest = ''
export const highest = '~'

const list = sql.placeholder('list')
const key = sql.placeholder('key')
const offset = sql.placeholder('offset')

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
  const [row] = await totalOf(db).execute({ ...counted })
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

/** Each block with what is not folded into it yet; written so that a thousand are summed in a millisecond. */
const blocks = sql`
  with pending as materialized (
    select from_id, sum(n)::bigint as n from (
      select coalesce((
        select b.from_id from ${listBlocks} as b
        where b.list = ${list} and b.key = ${key} and b.from_id <= c.id
        order by b.from_id desc limit 1), '') as from_id, c.n
      from ${listChanges} as c where c.list = ${list} and c.key = ${key}
    ) as placed group by from_id
  ), blocks as (
    select b.from_id, b.n + coalesce((
      select p.n from pending as p where p.from_id = b.from_id), 0) as n
    from ${listBlocks} as b where b.list = ${list} and b.key = ${key}
    union all
    select '', p.n from pending as p where p.from_id = '' and not exists (
      select from ${listBlocks} as b where b.list = ${list} and b.key = ${key} and b.from_id = '')
  )`

/** The block that holds the entry at `offset`, counted from one end of the list. */
function positionFrom(end: { edge: SQL; way: SQL }) {
  return (db: Db) =>
    db
      .select({ from: sql<string>`edge`, skip: sql<number>`${offset} - before`.mapWith(Number) })
      .from(
        sql`(${blocks}
          select n, ${end.edge} as edge,
            (sum(n) over (way rows unbounded preceding))::bigint - n as before
          from blocks window way as (order by from_id ${end.way})) as ranked`,
      )
      .where(sql`before <= ${offset} and before + n > ${offset}`)
      .limit(1)
}

const newestFirst = prepared((db) =>
  positionFrom({
    edge: sql`lag(from_id, 1, ${sql.raw(`'${highest}'`)}) over way`,
    way: sql`desc`,
  })(db).prepare('list_position_newest_first'),
)
const oldestFirst = prepared((db) =>
  positionFrom({ edge: sql`from_id`, way: sql`asc` })(db).prepare('list_position_oldest_first'),
)

/** Up to here it is as quick to walk as to ask for the block. */
export const walkable = 1_000

/** Where the entry at `offset` is to be looked for, in the order of ids; never far from it. */
export async function findPosition(
  db: Db,
  page: CountedList & { offset: number; isNewestFirst: boolean },
): Promise<Position> {
  const { isNewestFirst, ...asked } = page
  const [start, end] = isNewestFirst ? [highest, lowest] : [lowest, highest]
  if (page.offset <= walkable) return { from: start, skip: page.offset }
  const [found] = await (isNewestFirst ? newestFirst : oldestFirst)(db).execute(asked)
  return found ?? { from: end, skip: 0 }
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
