import { looksLikeValue } from '../input/spreadsheet-values.ts'

/** A number and a plain cell are written as they are; a text may need a guard. */
export type CsvCell = string | number | PlainCell

/** A day, a time, or a cell of another file: what a spreadsheet makes of it is meant. */
export class PlainCell {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** Before the first line: Excel then reads the file as UTF-8. */
export const csvStart = '\uFEFF'

/** A spreadsheet takes a cell that begins so for a formula, also behind what nobody sees. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
/** Where Excel and LibreOffice divide cells and lines. */
const dividers = /[",;\t\r\n]/

/**
 * A CSV file (RFC 4180) that Excel opens in Chinese: a byte order mark, CRLF, and texts that would be
 * formulas, numbers, days or truth values behind an apostrophe. Numbers stay numbers.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return csvStart + rows.map(toCsvLine).join('')
}

export function toCsvLine(row: readonly CsvCell[]): string {
  return `${row.map(toCell).join(',')}\r\n`
}

function toCell(value: CsvCell): string {
  if (typeof value === 'number') return String(value)
  const text = guardText(value)
  return dividers.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function guardText(value: string | PlainCell): string {
  const text = String(value)
  const isText = typeof value === 'string'
  const isGuarded = isText && (text.startsWith("'") || looksLikeValue(text))
  return isGuarded || formulaStart.test(text) ? `'${text}` : text
}
