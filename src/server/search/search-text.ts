import { maxSearchText } from '#contract/search.ts'
import { fieldError } from '../input/coerced-values.ts'
import { foldTokens, isIdeographToken } from './fold.ts'

/** A search as it is looked up. */
export interface SearchText {
  /** As it was read, for the heading. */
  query: string
  words: SearchWord[]
}

/** One of the words that all have to be found, in any field. */
export interface SearchWord {
  /** As it was written. */
  written: string
  tokens: string[]
  /** The last token is of letters or digits, and may be the beginning of one. */
  isOpen: boolean
}

/** Throws for a text that is too long; any other one is a search, if of no words. */
export function readSearchText(given: string): SearchText {
  const query = given.replace(/\s+/gu, ' ').trim()
  if ([...query].length > maxSearchText) {
    throw fieldError('q', `搜尋字詞最多 ${maxSearchText} 個字`)
  }
  const words = query.split(' ').flatMap((written) => {
    const tokens = foldTokens(written)
    return tokens.length === 0 ? [] : [{ written, tokens, isOpen: isOpen(tokens.at(-1) ?? '') }]
  })
  return { query, words }
}

/** Ideographs stand alone, one character each; letters and digits make runs. */
function isOpen(token: string): boolean {
  return !isIdeographToken(token)
}

/** What a field holds where a word is found in it. */
export function fieldPattern({ tokens, isOpen: isBeginning }: SearchWord): string {
  return ` ${tokens.join(' ')}${isBeginning ? '' : ' '}`
}

/** The words as a `tsquery` over the terms of all fields, or with `^` of a title's beginning. */
export function termQuery(words: readonly SearchWord[]): string {
  return words.flatMap(wordTerms).join(' & ')
}

/** A title that begins with the search, whatever its words are. */
export function beginningQuery(words: readonly SearchWord[]): string {
  const all = joinWords(words)
  const [first = '', second] = all.tokens
  const isWhole = all.tokens.length > (second === undefined ? 1 : 2)
  const term = second === undefined ? first : `${first} ${second}`
  // The other terms are rarer than the beginning alone: the planner then reads these few.
  return `${quoted(`^${term}`, all.isOpen && !isWhole)} & ${termQuery(words)}`
}

/** A title that is the search. */
export function wholeTitleQuery(words: readonly SearchWord[]): string {
  return quoted(`=${joinWords(words).tokens.join(' ')}`, false)
}

/** All words as one, as they follow each other in the search. */
export function joinWords(words: readonly SearchWord[]): SearchWord {
  return {
    written: words.map(({ written }) => written).join(' '),
    tokens: words.flatMap(({ tokens }) => tokens),
    isOpen: words.at(-1)?.isOpen ?? false,
  }
}

function wordTerms({ tokens, isOpen: isBeginning }: SearchWord): string[] {
  const [first = ''] = tokens
  if (tokens.length === 1) return [quoted(first, isBeginning)]
  return tokens.slice(1).map((token, index) => {
    const isLast = index === tokens.length - 2
    return quoted(`${tokens[index]} ${token}`, isLast && isBeginning)
  })
}

/** Tokens are letters, digits and ideographs: the quotes are all that a lexeme needs. */
function quoted(term: string, isBeginning: boolean): string {
  return `'${term}'${isBeginning ? ':*' : ''}`
}
