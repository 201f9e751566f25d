import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { foldText } from './fold.ts'

/** The classes of texts that PostgreSQL can tell apart in one column. */
type Weight = 'A' | 'B' | 'C' | 'D'

/** A term is a character and up to two that follow it. */
const termLength = 3
/** PostgreSQL counts the positions of terms no further than 16,383. */
const maxPosition = 16_000
/** At least so many characters of the end of an id find it. */
const minIdEnd = 6
/** The most that is kept of the beginning of a text: more than a shopper may search for. */
const maxBeginning = 100

/**
 * The terms by which a row is found, as the text of a `tsvector`: at each character of each text one
 * term, so that any part of a text is the beginning of a term, or terms at their distances. An id,
 * whose letters mean nothing, is found by its end alone.
 */
export function termsOf(texts: Partial<Record<Weight, readonly string[]>>, id?: string): string {
  const places = new Map<string, string[]>()
  const note = (term: string, place: string) => {
    const known = places.get(term)
    if (known) known.push(place)
    else places.set(term, [place])
  }
  if (id !== undefined) note(idTerm(id), '1D')
  let last = 0
  for (const [weight, ofWeight] of Object.entries(texts)) {
    for (const text of ofWeight) {
      const characters = [...foldText(text)].slice(0, Math.max(0, maxPosition - last))
      for (const start of characters.keys()) {
        const term = characters.slice(start, start + termLength).join('')
        note(term, `${last + start + 1}${weight}`)
      }
      // No term of one text follows one of another.
      last += characters.length + termLength
    }
  }
  return Array.from(places, ([term, at]) => `'${term}':${at.join()}`).join(' ')
}

/** A text from its beginning, as one term more, with a sign before it that no other term has. */
export function beginningTerm(text: string): string {
  return `'${beginningOf(foldText(text))}':1A`
}

/** The number of a telephone as it is dialled in Taiwan, and its extensions. */
export function telephoneTexts(given: string): string[] {
  const [number = '', ...extensions] = given
    .normalize('NFKC')
    .split(/#|分機|轉|ext|x|[,;~*]/i)
    .map(digitsOf)
    .filter((digits) => digits !== '')
  return number === '' ? [] : [dialled(number), ...extensions]
}

/**
 * The rows that hold all words of what is typed, each in one of the texts with these weights (all
 * texts without them); undefined: nothing is typed. A typed telephone is one word.
 */
export function matchTerms(
  column: SQLWrapper,
  typed: string,
  weights: readonly Weight[] = [],
): SQL | undefined {
  const given = typed.normalize('NFKC').trim()
  if (given === '') return undefined
  const of = weights.join('')
  const telephone = telephoneQuery(given, of)
  const found = telephone ?? wordsQuery(foldWords(given), of)
  const isId = [...given].length >= minIdEnd && !/\s/.test(given)
  const either = [found, isId && foldText(given) !== '' && lexeme(idTerm(given), `*${of}`)]
  const query = either.filter((part) => part).join(' | ')
  return query === '' ? sql`false` : sql`${column} @@ ${query}::tsquery`
}

/** The words of what is typed, folded; signs alone are none. */
export function foldWords(typed: string): string[] {
  return typed
    .split(/\s+/u)
    .map(foldText)
    .filter((word) => word !== '')
}

/** All of these words, as the text of a `tsquery`. */
export function wordsQuery(words: readonly string[], weights = ''): string {
  return words.map((word) => phrase(word, weights)).join(' & ')
}

/** The terms of these words wherever they stand, which an index knows without their rows. */
export function termsQuery(words: readonly string[]): string {
  return words.map((word) => phrase(word, '').replaceAll(/ <\d> /g, ' & ')).join(' & ')
}

/** A text that is this one, or begins with it. */
export function beginningQuery(folded: string, { isWhole }: { isWhole: boolean }): string {
  return lexeme(beginningOf(folded), isWhole ? '' : '*')
}

function telephoneQuery(given: string, weights: string): string | undefined {
  // A leading `'` is what files put before a number.
  if (!/^'?[+(\d][\d\s().\-/+#]*$/.test(given) || !/\d/.test(given)) return undefined
  const [number = '', ...extensions] = given.split('#').map(digitsOf)
  const fromAbroad = dialled(number)
  // A short one may be the middle of another number.
  const numbers = fromAbroad.length > 3 ? [...new Set([number, fromAbroad])] : [number]
  const either = numbers.map((digits) => phrase(digits, weights)).join(' | ')
  return [`(${either})`, ...extensions.map((digits) => phrase(digits, weights))]
    .filter((part) => part !== '' && part !== '()')
    .join(' & ')
}

/** Part of a text: terms at their distances, or the beginning of one. */
function phrase(folded: string, weights: string): string {
  const characters = [...folded]
  const { length } = characters
  if (length === 0) return ''
  if (length < termLength) return lexeme(folded, `*${weights}`)
  const starts = Array.from({ length: Math.floor(length / termLength) }, (_, n) => n * termLength)
  if (length % termLength > 0) starts.push(length - termLength)
  const terms = starts.map((start, n) => {
    const term = lexeme(characters.slice(start, start + termLength).join(''), weights)
    return n === 0 ? term : `<${start - (starts[n - 1] ?? 0)}> ${term}`
  })
  return `(${terms.join(' ')})`
}

function beginningOf(folded: string): string {
  return `^${[...folded].slice(0, maxBeginning).join('')}`
}

/** Folded texts hold neither quotes nor backslashes. */
function lexeme(text: string, flags: string): string {
  return flags === '' ? `'${text}'` : `'${text}':${flags}`
}

/** From behind, with a sign before it that no other term has. */
function idTerm(id: string): string {
  return `<${[...foldText(id)].reverse().join('')}`
}

function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

function dialled(digits: string): string {
  return digits.replace(/^(00)?8860?/, '0')
}
