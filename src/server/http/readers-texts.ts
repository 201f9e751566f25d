import type { EnglishTexts } from '#contract/language.ts'
import { isEnglish } from '#contract/translate.ts'

/** A row with its English texts in place of the Chinese ones, as far as there are any, for a reader of English. */
export function inReadersLanguage<Row extends { english: EnglishTexts | null }>(row: Row): Row {
  return isEnglish() && row.english ? { ...row, ...row.english } : row
}

/** A title, and the English one of the same time, if there was any. */
export interface Titled {
  title: string
  titleInEnglish?: string | null
}

/** The title for the reader of now. */
export function readersTitle({ title, titleInEnglish }: Titled): string {
  return (isEnglish() && titleInEnglish) || title
}
