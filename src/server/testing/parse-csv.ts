import { parse } from 'csv-parse/sync'

/** The cells of all rows of a table that are not empty. */
export function parseCsv(text: string): string[][] {
  const rows = parse(text.replace(/^\uFEFF/, ''), { relax_column_count: true })
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
}
