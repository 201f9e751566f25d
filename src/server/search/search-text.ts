import type { ListSort } from '#contract/catalog.ts'
import { maxSearchText } from '#contract/search.ts'
import { t } from '#contract/translate.ts'
import { fieldError } from '../input/coerced-values.ts'
import { foldWords } from './terms.ts'

export type SearchSort = ListSort | 'relevance'

/** A search as it is looked up. */
export interface SearchText {
  /** As it was read, for the heading. */
  query: string
  /** All have to be found, each in one text. */
  words: string[]
}

/** Throws for a text that is too long; any other one is a search, if of no words. */
export function readSearchText(given: string): SearchText {
  const query = given.replace(/\s+/gu, ' ').trim()
  if ([...query].length > maxSearchText) {
    throw fieldError('q', t('搜尋字詞最多 {maxSearchText} 個字', { maxSearchText }))
  }
  return { query, words: foldWords(query) }
}
