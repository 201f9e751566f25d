/** Why a file is no table of separated values, and in which row, counted from 1. */
export class CsvError extends Error {
  override name = 'CsvError'
  readonly line: number
  constructor(line: number, why: string) {
    super(why)
    this.line = line
  }
}

export interface CsvRow {
  /** As a spreadsheet numbers it: from 1, empty rows included. */
  line: number
  cells: string[]
}

export type CsvDelimiter = ',' | ';' | '\t'
/** Up to the end of a cell without quotes. */
const bareCells: Record<CsvDelimiter, RegExp> = {
  ',': /[^,\r\n]*/y,
  ';': /[^;\r\n]*/y,
  '\t': /[^\t\r\n]*/y,
}
const delimiters: readonly CsvDelimiter[] = [',', ';', '\t']

/** One row of cells after the other by RFC 4180, empty ones too. Throws CsvError. */
export function* readCsvRows(
  text: string,
  { maxColumns, delimiter = ',' }: { maxColumns: number; delimiter?: CsvDelimiter },
): Generator<CsvRow> {
  const reader = createReader(text, delimiter)
  for (let line = 1; reader.at < text.length; line++) {
    yield { line, cells: readRow(reader, line, maxColumns) }
  }
}

export function isEmptyRow({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell.trim() === '')
}

/** The separator that divides the first row into most cells; a comma where none does. */
export function detectDelimiter(text: string): CsvDelimiter {
  const columns = (delimiter: CsvDelimiter) => {
    try {
      return readRow(createReader(text, delimiter), 1, Number.POSITIVE_INFINITY).length
    } catch {
      // With this separator a quoted cell goes on after its end.
      return 0
    }
  }
  const counted = delimiters.map((delimiter) => ({ delimiter, count: columns(delimiter) }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

interface Reader {
  text: string
  /** Where the next cell begins. */
  at: number
  delimiter: CsvDelimiter
  /** Matches up to the end of a cell without quotes. */
  bare: RegExp
}

function createReader(text: string, delimiter: CsvDelimiter): Reader {
  return { text, at: 0, delimiter, bare: bareCells[delimiter] }
}

function readRow(reader: Reader, line: number, maxColumns: number): string[] {
  const { text, delimiter } = reader
  const cells: string[] = []
  for (;;) {
    const cell = text[reader.at] === '"' ? readQuoted(reader, line) : readBare(reader)
    if (cell.includes('\0')) throw new CsvError(line, '含有無法讀取的字元')
    cells.push(cell)
    if (cells.length > maxColumns) throw new CsvError(line, '欄位過多')
    const end = text[reader.at++]
    if (end === delimiter) continue
    if (end === '\r' && text[reader.at] === '\n') reader.at++
    else if (end !== undefined && end !== '\n' && end !== '\r') {
      throw new CsvError(line, '引號之後有多餘的文字')
    }
    return cells
  }
}

function readBare(reader: Reader): string {
  const { text, bare, at } = reader
  bare.lastIndex = at
  bare.test(text)
  reader.at = bare.lastIndex
  return text.slice(at, reader.at)
}

function readQuoted(reader: Reader, line: number): string {
  const { text } = reader
  const start = reader.at + 1
  for (let from = start; ; from = reader.at + 1) {
    const end = text.indexOf('"', from)
    if (end < 0) throw new CsvError(line, '引號沒有結束')
    reader.at = end + 1
    if (text[reader.at] !== '"') return text.slice(start, end).replaceAll('""', '"')
  }
}
