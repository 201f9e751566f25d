import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { bookChecks as checkTimes } from '../db/tables/reconciliation.ts'
import type { BookCheck } from './book-check.ts'
import { bookChecks } from './book-checks.ts'

const booksCheck = 'books'

/** Of a check that was not finished, what was found before stays, and the books were not checked. */
export async function keepFindings(
  db: Db,
  subjectsOf: (check: BookCheck) => readonly string[] | undefined,
): Promise<void> {
  for (const check of bookChecks.filter(({ isLive }) => !isLive)) {
    const subjects = subjectsOf(check)
    if (!subjects) continue
    const ids = sql`any(${sql.param(subjects)}::text[])`
    await db.execute(sql`delete from book_findings
      where kind = ${check.id} and not subject_id = ${ids}`)
    await db.execute(sql`insert into book_findings (kind, subject_id)
      select ${check.id}, unnest(${sql.param(subjects)}::text[]) on conflict do nothing`)
  }
  if (!bookChecks.every(subjectsOf)) return
  await db
    .insert(checkTimes)
    .values({ name: booksCheck, checkedAt: sql`now()` })
    .onConflictDoUpdate({ target: checkTimes.name, set: { checkedAt: sql`now()` } })
}
