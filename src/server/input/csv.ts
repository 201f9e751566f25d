import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import {
  type CastingContext,
  type Info,
  type Options,
  CsvError as ParserError,
  parse,
} from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'

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
const delimiters: readonly CsvDelimiter[] = [',', ';', '\t']
/** Rows of any length, and a quote within a cell as it is. */
const syntax: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
}
const sliceBytes = 16 * 1024

/** One row of cells after the other, lines without a character left out. Throws CsvError. */
export async function* readCsvRows(
  text: string,
  { maxColumns, delimiter = ',' }: { maxColumns: number; delimiter?: CsvDelimiter },
): AsyncGenerator<CsvRow> {
  const cast = (cell: string, { index, records, empty_lines: empty }: CastingContext) => {
    const line = records + empty + 1
    if (index >= maxColumns) throw new CsvError(line, '欄位過多')
    if (cell.includes('\0')) throw new CsvError(line, '含有無法讀取的字元')
    return cell
  }
  const parser = parse({ ...syntax, delimiter, cast, info: true })
  try {
    const rows: AsyncIterable<{ record: string[]; info: Info }> = Readable.from(
      slicesOf(Buffer.from(text)),
    ).pipe(parser)
    for await (const { record: cells, info } of rows) {
      yield { line: info.records + info.empty_lines, cells }
    }
  } catch (error) {
    if (!(error instanceof ParserError)) throw error
    throw new CsvError(parser.info.records + parser.info.empty_lines + 1, '引號沒有結束')
  }
}

/** Others are answered between two slices of a large file. */
async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    await setImmediate()
    yield bytes.subarray(at, at + sliceBytes)
  }
}

export function isEmptyRow({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell.trim() === '')
}

/** The separator that divides the first row into most cells; a comma where none does. */
export function detectDelimiter(text: string): CsvDelimiter {
  const columns = (delimiter: CsvDelimiter) => {
    try {
      const [heading] = parseAtOnce(text.slice(0, sliceBytes), { ...syntax, delimiter, to: 1 })
      return heading?.length ?? 0
    } catch {
      return 0
    }
  }
  const counted = delimiters.map((delimiter) => ({ delimiter, count: columns(delimiter) }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}
