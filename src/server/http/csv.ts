/** A number cell is written as it is; a text may need a guard. */
export type CsvCell = string | number

/** Before the first line: Excel then reads the file as UTF-8. */
export const csvStart = '\uFEFF'

/** A spreadsheet takes a cell that begins with one of these for a formula, or drops it. */
const formulaStart = /^[=+\-@'\t\r\n＝＋－＠]/
/** And one of digits alone for a number: it drops the zeros and rounds the long ones. */
const digits = /^\d+$/
const maxDigits = 11

/**
 * A CSV file (RFC 4180) that Excel opens in Chinese: a byte order mark, CRLF, and texts that would be
 * formulas or numbers behind an apostrophe. Numbers stay numbers.
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
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function guardText(text: string): string {
  const isNumber = digits.test(text) && (text.startsWith('0') || text.length > maxDigits)
  return formulaStart.test(text) || isNumber ? `'${text}` : text
}
