import type { ImportPreset } from '#contract/import-presets.ts'
import type { ProductField } from './product-fields.ts'

/** A folded heading, or a pattern of it. */
type ColumnName = string | RegExp

/** The products of another shop as its export writes them. */
export interface ProductPreset {
  id: Exclude<ImportPreset, 'own'>
  /** The headings of each field, folded as `foldWord` does. */
  names: Partial<Record<ProductField, readonly ColumnName[]>>
  /** Whether folded headings are of this shop, and of no other one that comes after it. */
  isOf(words: ReadonlySet<string>): boolean
  /** The first line with a product, where a file has lines of notes below its heading. */
  firstLine?(words: ReadonlySet<string>): number | undefined
  /** A row without an identification belongs to the product above it. */
  continuesAbove?: true
  /** Whether a row is a variant; absent: where it names an option. */
  isVariant?(type: string): boolean
  /** Parts of a title of a variant that stand in one column; absent: it is one option. */
  splitVariant?(title: string): string[]
  /** Addresses of pictures of one cell. */
  splitPictures?(cell: string): string[]
  /** A text that this shop writes for nothing, such as the value of a product without options. */
  isNothing?(field: ProductField, text: string): boolean
  /** The text of a description as HTML. */
  toDescription?(text: string): string
}

/** Case, spaces, full-width signs and the mark of a required column do not tell headings apart. */
export function foldWord(word: string): string {
  return word
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .replace(/\|\d{1,9}\|\d{1,9}$/, '')
    .toLowerCase()
}

export const isHeadingOf = (names: readonly ColumnName[] | undefined, folded: string) =>
  names?.some((name) => (typeof name === 'string' ? name === folded : name.test(folded))) === true
