import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'

/** What is searched for, folded as the keys of the lists are. */
export interface SearchedText {
  /** Without case, full-width forms, and spaces around; empty: nothing is searched for. */
  folded: string
  /** Of a telephone, when the text may be one: as it stands, and as it is dialled in Taiwan. */
  digits: string[]
}

/** The text of 「關鍵字」. A leading `'` is of the files, which write it before numbers. */
export async function foldSearch(db: Db, text: string): Promise<SearchedText> {
  const given = text.normalize('NFKC').trim().replace(/^'/, '')
  const { rows } = await db.execute<{ folded: string; digits: string }>(
    sql`select list_fold(${given}) as folded, list_digits(${given}) as digits`,
  )
  const { folded = '', digits = '' } = rows[0] ?? {}
  const isTelephone = /^[+\d][\d\s().\-/#]*$/.test(folded)
  return {
    folded,
    digits: isTelephone ? [...new Set([folded.replace(/\D/g, ''), digits])] : [],
  }
}

/** One lexeme of a `tsquery`, as it is. */
export function term(prefix: string, text: string): string {
  return `'${prefix}${text.replace(/['\\]/g, '$&$&')}'`
}

/** Each lexeme that begins so. */
export function beginning(prefix: string, text: string): string {
  return `${term(prefix, text)}:*`
}

/** Each lexeme that ends so, where lexemes are written from behind. */
export function ending(prefix: string, text: string): string {
  return beginning(prefix, reversed(text))
}

/** All pieces of `size` characters of a text, undefined for a shorter one. */
export function grams(prefix: string, text: string, size: number): string | undefined {
  const characters = [...text]
  const pieces = new Set<string>()
  for (let start = 0; start + size <= characters.length; start++) {
    pieces.add(term(prefix, characters.slice(start, start + size).join('')))
  }
  return pieces.size > 0 ? `(${[...pieces].join(' & ')})` : undefined
}

/**
 * The first and the last pair of a phrase. Its pairs come together, which the planner takes for
 * chance: by all of them it expects too few.
 */
export function outerPairs(text: string): string[] {
  const characters = [...text]
  return [characters.slice(0, 2).join(''), characters.slice(-2).join('')]
}

/** PostgreSQL reverses by characters, not by UTF-16 units. */
function reversed(text: string): string {
  return [...text].reverse().join('')
}

/** At least this many characters of the end of an id or a number find it. */
export const minEnding = 6
/** At least this many digits of the end of a telephone number find it. */
export const minDigits = 4
