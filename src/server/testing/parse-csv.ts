import { type CsvRow, isEmptyRow, readCsvRows } from '../input/csv.ts'

/** All rows of a table that are not empty. */
export function parseCsv(text: string): CsvRow[] {
  return [...readCsvRows(text, { maxColumns: 100 })].filter((row) => !isEmptyRow(row))
}
