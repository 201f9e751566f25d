import { inArray, sql } from 'drizzle-orm'
import { withoutZip } from '#contract/masking.ts'
import type { Db } from '../db/connect.ts'
import { listViews } from '../db/tables/admin.ts'
import { erasedText } from '../db/tables/orders.ts'
import { foldText } from '../search/fold.ts'
import { ordersOf, type Person } from './person.ts'

/** Rows about nobody in particular in which somebody has typed words of this person. */
export async function eraseWritten(tx: Db, person: Person): Promise<Record<string, number>> {
  const { rows } = await tx.execute<Record<'name' | 'email' | 'tel' | 'address', string>>(
    sql`select distinct contact_name as name, user_email as email, user_tel as tel,
        user_address as address
      from orders where id in ${ordersOf(person)} and user_email <> ${erasedText}
      union select display_name, coalesce(email, ''), '', '' from members where uid = ${person.uid}`,
  )
  const names = rows.flatMap(({ name }) => name ?? [])
  const tags = await listOwnTags(tx, person)
  const runs = await tx.execute(
    sql`update runs set input = input - 'tag'
      where kind = 'customers' and state in ('done', 'cancelled', 'failed', 'undone')
        and input ->> 'tag' = any(${sql.param(tags)}::text[])
        and exists (select from run_entries
          where run_id = runs.id and subject_id = ${String(person.customer)})`,
  )
  const searches = names.map(foldText)
  const missed = await tx.execute(
    sql`delete from missed_searches where replace(word, ' ', '') = any(${sql.param(searches)})`,
  )
  // Without a number it names a town and not a home.
  const written = rows.map(({ address }) => withoutZip(address))
  const addresses = written.filter((address) => /\p{N}/u.test(address))
  const told = {
    words: [...names, ...tags, ...addresses],
    emails: rows.map(({ email }) => email),
    tels: rows.map(({ tel }) => tel),
  }
  return {
    runs: runs.rowCount ?? 0,
    missed_searches: missed.rowCount ?? 0,
    list_views: await deleteViews(tx, told),
  }
}

/** Those on the person, or of runs over the person, that nobody else has: others' words stay. */
async function listOwnTags(tx: Db, { customer }: Person): Promise<string[]> {
  const { rows } = await tx.execute<{ tag: string }>(
    sql`select tag from (
        select tag from customer_tags where customer = ${customer}
        union select runs.input ->> 'tag' from runs
          join run_entries on run_id = runs.id and subject_id = ${String(customer)}
          where kind = 'customers' and runs.input ? 'tag') as known
      where not exists (select from customer_tags as other
        where other.tag = known.tag and other.customer <> ${customer})`,
  )
  return rows.map(({ tag }) => tag)
}

interface Told {
  words: string[]
  emails: string[]
  tels: string[]
}

/** Views that tell who the person is, by their name or by what they search for. */
async function deleteViews(tx: Db, of: Told): Promise<number> {
  // One character is no name, and five digits are no telephone.
  const names = of.words
    .map((word) => wordsOf(word).join(''))
    .filter((name) => [...name].length > 1)
  const emails = of.emails.map(fold).filter(Boolean)
  const tels = of.tels.map(digitsOf).filter((tel) => tel.length > 5)
  const isTold = (text: string) => {
    const words = wordsOf(text)
    return (
      names.some((name) => hasName(words, name)) ||
      emails.some((email) => fold(text).includes(email)) ||
      tels.some((tel) => digitsOf(text).includes(tel))
    )
  }
  const views = await tx.select().from(listViews)
  const told = views.filter(({ name, query }) => {
    const asked = new URLSearchParams(query)
    // The values of other filters are words of the shop: a guest can be called `paid`.
    return [name, ...asked.getAll('q'), ...asked.getAll('tag')].some(isTold)
  })
  if (told.length === 0) return 0
  const ids = told.map(({ id }) => id)
  const { rowCount } = await tx.delete(listViews).where(inArray(listViews.id, ids))
  return rowCount ?? 0
}

/** 「王小明的訂單」 and 「王小明小姐」 begin with the name as a word. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+|(?=的|先生|小姐|女士)/u)
    .filter(Boolean)

/** Whether words that follow each other are the name, however either is spaced. */
function hasName(words: readonly string[], name: string): boolean {
  return words.some((_, first) => {
    let joined = ''
    for (const word of words.slice(first)) {
      joined += word
      if (joined.length >= name.length) break
    }
    return joined === name
  })
}

const fold = (text: string) => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
const digitsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\D/g, '')
    .replace(/^8860?/, '0')
