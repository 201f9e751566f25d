import { count, desc, max, sql, sum } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { deleteInSteps } from '../db/delete-in-steps.ts'
import { missedSearches as missed } from '../db/tables/search.ts'
import type { SearchText } from './search-text.ts'

const keptDays = 90
const today = sql`(now() at time zone 'Asia/Taipei')::date`

/** An id of a product, an order or a member, or a key: nothing that a shopper types to find a thing. */
const idLike = /[\w-]{16,}|[\da-fA-F]{8}-[\da-fA-F]{4}/u

/** Nothing that may be personal is noted: an e-mail address, a telephone number, an id. */
export function isNotable({ query }: SearchText): boolean {
  const folded = query.normalize('NFKC')
  const digits = folded.match(/\p{Nd}/gu)?.length ?? 0
  return !folded.includes('@') && digits < 8 && !idLike.test(folded)
}

/**
 * Notes that nothing was found: the words, folded to count them together, and the day, and nothing of
 * who asked. `mayAdd` is asked for words that are new today.
 */
export async function noteMissed(
  db: Db,
  { query, words }: SearchText,
  mayAdd: () => Promise<boolean>,
): Promise<void> {
  const word = words.join(' ')
  const { rowCount } = await db.execute(sql`
    update ${missed} set times = times + 1, typed = ${query}, last_at = now()
    where day = ${today} and word = ${word}`)
  if (rowCount || !(await mayAdd())) return
  await db.execute(sql`
    insert into ${missed} (day, word, typed, times) values (${today}, ${word}, ${query}, 1)
    on conflict (day, word) do update
      set times = ${missed}.times + 1, typed = ${query}, last_at = now()`)
}

/** One page of the words of the last days as they were typed last, most often missed first. */
export async function listMissed(
  db: Db,
  page: { days: number; limit: number; offset: number },
): Promise<{ rows: { word: string; times: number; lastAt: Date }[]; total: number }> {
  const inDays = sql`${missed.day} > ${today} - ${page.days}::int`
  const lastAt = max(missed.lastAt)
  const times = sum(missed.times).mapWith(Number)
  const typed = sql<string>`coalesce((array_agg(${missed.typed} order by ${missed.lastAt} desc)
    filter (where ${missed.typed} is not null))[1], ${missed.word})`
  const rows = await db
    .select({ word: typed, times, lastAt: sql<Date>`${lastAt}`.mapWith(missed.lastAt) })
    .from(missed)
    .where(inDays)
    .groupBy(missed.word)
    .orderBy(desc(times), desc(lastAt), missed.word)
    .limit(page.limit)
    .offset(page.offset)
  const distinct = db.select({ word: missed.word }).from(missed).where(inDays).groupBy(missed.word)
  const [counted] = await db.select({ n: count() }).from(distinct.as('distinct_words'))
  return { rows, total: counted?.n ?? 0 }
}

export async function deleteOldMissed(db: Db): Promise<void> {
  await deleteInSteps(db, 'missed_searches', sql`day <= ${today} - ${keptDays}::int`)
}
