import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { type CountedList, countListed } from './list-counts.ts'
import { preparedText } from './prepared.ts'
import { listBlocks, listChanges } from './tables/list-counts.ts'

/**
 * Where a page begins: `skip` entries on from the id `from`; when the newest come first, only ids
 * below it count, else it and those above.
 */
export interface Position {
  from: string
  skip: number
}

export interface Place {
  position: Promise<Position>
  /** The exact length of the list. */
  total: Promise<number>
}

/** Below and above every id. */
const lowest = ''
export const highest = '~'

/** Up to here it is as quick to walk as to ask for the block. */
export const walkable = 1_000

/** Where the entry at `offset` is to be looked for, in the order of ids; never far from it. */
export function findPlace(
  db: Db,
  page: CountedList & { offset: number; isNewestFirst: boolean },
): Place {
  if (page.offset <= walkable) {
    const from = page.isNewestFirst ? highest : lowest
    const position = Promise.resolve({ from, skip: page.offset })
    return { position, total: countListed(db, page) }
  }
  const state = readState(db, page)
  // Who asks for the place hears of a failure; the length alone may not be asked for.
  const total = state.then((known) => known.total)
  total.catch(() => undefined)
  return { total, position: state.then((known) => locate(db, page, known)) }
}

/** The pieces of a list in the order of ids: the first id of each, and how many it holds. */
type Pieces = [from: string, n: number][]

interface State {
  total: number
  /** Another one whenever changes of this list were folded. */
  fold: string | null
  /** What is not folded yet, each with its id; null when that is much. */
  pending: Pieces | null
}

const fewChanges = 200

/** One statement, one moment: the length, the last folding, and what came after it. */
const stateRead = preparedText<State>(
  'list_state',
  `with changes as (select id, n from list_changes where list = $1 and key = $2)
  select
    coalesce((select n from list_totals where list = $1 and key = $2), 0)
      + coalesce((select sum(n) from changes), 0)::bigint as total,
    (select xmin::text from list_totals where list = $1 and key = $2) as fold,
    case when (select count(*) from changes) <= ${fewChanges}
      then (select coalesce(json_agg(json_build_array(id, n)), '[]') from changes) end as pending`,
)

async function readState(db: Db, { list, key }: CountedList): Promise<State> {
  const [state] = await stateRead(db, [list, key])
  if (!state) throw new Error('a list has no state')
  return state
}

/** The blocks as they were folded, and by which folding. */
const blocksRead = preparedText<{ fold: string | null; pieces: Pieces }>(
  'list_blocks_read',
  `select (select xmin::text from list_totals where list = $1 and key = $2) as fold,
    coalesce((select json_agg(json_build_array(from_id, n) order by from_id)
      from list_blocks where list = $1 and key = $2), '[]') as pieces`,
)

interface Outline {
  fold: string | null
  pieces: Pieces
}

const maxOutlines = 200
const outlines = new WeakMap<Db, Map<string, Outline>>()

/** Kept until the list is folded again; a million entries are a thousand pieces. */
async function outlineOf(
  db: Db,
  { list, key }: CountedList,
  fold: string | null,
): Promise<Outline> {
  let ofDatabase = outlines.get(db)
  if (!ofDatabase) {
    ofDatabase = new Map()
    outlines.set(db, ofDatabase)
  }
  const name = JSON.stringify([list, key])
  const known = ofDatabase.get(name)
  if (known?.fold === fold) return known
  const [read] = await blocksRead(db, [list, key])
  if (!read) throw new Error('a list has no blocks')
  if (ofDatabase.size >= maxOutlines) ofDatabase.clear()
  ofDatabase.set(name, read)
  return read
}

async function locate(
  db: Db,
  page: CountedList & { offset: number; isNewestFirst: boolean },
  { total, fold, pending }: State,
): Promise<Position> {
  if (page.offset >= total) return { from: page.isNewestFirst ? lowest : highest, skip: 0 }
  if (pending) {
    const outline = await outlineOf(db, page, fold)
    // Folded in between, what is pending and what is folded would be of two moments.
    if (outline.fold === fold) return positionIn(withPending(outline.pieces, pending), page)
  }
  return positionIn(await readPieces(db, page), page)
}

/** Each block with what is not folded into it yet. */
async function readPieces(db: Db, { list, key }: CountedList): Promise<Pieces> {
  const ofList = sql`list = ${list} and key = ${key}`
  const { rows } = await db.execute<{ from_id: string; n: number }>(sql`
    with pending as (
      select from_id, sum(n)::bigint as n from (
        select coalesce((
          select b.from_id from ${listBlocks} as b where ${ofList} and b.from_id <= c.id
          order by b.from_id desc limit 1), ${lowest}) as from_id, c.n
        from (select id, n from ${listChanges} where ${ofList}) as c
      ) as placed group by from_id
    )
    select from_id, coalesce(b.n, 0) + coalesce(p.n, 0) as n
    from (select from_id, n from ${listBlocks} where ${ofList}) as b full join pending as p using (from_id)
    order by from_id`)
  return rows.map(({ from_id, n }) => [from_id, n])
}

function withPending(pieces: Pieces, pending: Pieces): Pieces {
  if (pending.length === 0) return pieces
  const all: Pieces = pieces.map(([from, n]) => [from, n])
  if (all[0]?.[0] !== lowest) all.unshift([lowest, 0])
  for (const [id, n] of pending) {
    const piece = all.findLast(([from]) => from <= id)
    if (piece) piece[1] += n
  }
  return all
}

function positionIn(
  pieces: Pieces,
  { offset, isNewestFirst }: { offset: number; isNewestFirst: boolean },
): Position {
  const ordered = isNewestFirst ? pieces.toReversed() : pieces
  let before = 0
  let newer = highest
  for (const [from, n] of ordered) {
    if (before + n > offset) return { from: isNewestFirst ? newer : from, skip: offset - before }
    before += n
    newer = from
  }
  return { from: isNewestFirst ? lowest : highest, skip: 0 }
}
