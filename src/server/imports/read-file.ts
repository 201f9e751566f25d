import { setImmediate } from 'node:timers/promises'
import { type FileEncoding, maxImportedRows } from '#contract/file-kinds.ts'
import { ShopError } from '../http/shop-error.ts'
import { CsvError, type CsvRow, detectDelimiter, isEmptyRow, readCsvRows } from '../input/csv.ts'
import { unguardCell } from '../input/csv-cells.ts'
import { decodeCsv, isNoText } from '../input/csv-encoding.ts'
import { shorten } from '../input/shorten.ts'
import type { ImportSource } from './import-source.ts'

export interface ImportFile {
  heading: string[]
  /** The key of each column; null for one that the import does not know. */
  keys: (string | null)[]
  /** Words of the heading that nobody knows. */
  unknown: string[]
  rows: CsvRow[]
}

const maxColumns = 100
/** What is kept and shown of a heading. */
const maxHeading = 100
/** Rows between two rests, so that the shop answers meanwhile. */
const rowsAtOnce = 1_000

/**
 * The heading and the rows of a file as they are. Throws IMPORT_NOT_CSV, IMPORT_ENCODING,
 * IMPORT_UNREADABLE, IMPORT_COLUMNS and IMPORT_ROWS.
 */
export async function readImportFile(
  bytes: Buffer,
  encoding: FileEncoding,
  source: ImportSource,
): Promise<ImportFile> {
  if (isNoText(bytes)) throw new ShopError('IMPORT_NOT_CSV')
  const text = decode(bytes, encoding)
  try {
    return await readTable(text, source)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const message = `第 ${error.line} 列無法讀取：${error.message}`
    throw new ShopError('IMPORT_UNREADABLE', { message })
  }
}

function decode(bytes: Buffer, encoding: FileEncoding): string {
  try {
    return decodeCsv(bytes, encoding === 'auto' ? undefined : encoding)
  } catch (error) {
    throw new ShopError('IMPORT_ENCODING', { cause: error })
  }
}

async function readTable(text: string, source: ImportSource): Promise<ImportFile> {
  let head: Pick<ImportFile, 'heading' | 'keys' | 'unknown'> | undefined
  const rows: CsvRow[] = []
  for (const row of readCsvRows(text, { maxColumns, delimiter: detectDelimiter(text) })) {
    if (row.line % rowsAtOnce === 0) await setImmediate()
    if (isEmptyRow(row)) continue
    if (!head) {
      head = readHeading(row.cells, source)
      continue
    }
    if (rows.length === maxImportedRows) throw new ShopError('IMPORT_ROWS')
    rows.push(row)
  }
  if (!head) throw new ShopError('IMPORT_UNREADABLE', { message: '檔案沒有內容' })
  return { ...head, rows }
}

function readHeading(cells: readonly string[], source: ImportSource) {
  const heading = cells.map((cell) => shorten(unguardCell(cell).trim(), maxHeading))
  const fold = (word: string) => word.normalize('NFKC').replace(/\s/g, '').toLowerCase()
  const keys = heading.map((word) => {
    const isOf = (column: { key: string; word: string }) =>
      fold(column.word) === fold(word) || fold(column.key) === fold(word)
    return source.columns.find(isOf)?.key ?? null
  })
  const doubled = keys.findIndex((key, position) => key !== null && keys.indexOf(key) < position)
  if (doubled >= 0) throw columnsError(`重複的欄位：${heading[doubled]}`)
  const needed = [source.columns[0]?.key ?? '', ...source.required]
  const missing = source.columns.filter(({ key }) => needed.includes(key) && !keys.includes(key))
  if (missing.length > 0) {
    throw columnsError(`缺少欄位：${missing.map(({ word }) => word).join('、')}`)
  }
  const unknown = heading.filter(
    (word, position) => keys[position] === null && word !== '' && !source.passedOver.includes(word),
  )
  return { heading, keys, unknown }
}

function columnsError(message: string): ShopError {
  return new ShopError('IMPORT_COLUMNS', { message })
}
