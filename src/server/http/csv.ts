/** Excel takes a cell that begins with one of these for a formula. */
const formulaStart = /^[=+\-@\t\r]/

/**
 * A CSV file (RFC 4180) that Excel opens in Chinese: a byte order mark, CRLF, and texts that would be
 * formulas behind an apostrophe. Numbers stay numbers.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
