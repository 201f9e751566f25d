import { type FileEncoding, maxImportedRows } from '#contract/file-kinds.ts'
import { ShopError } from '../http/shop-error.ts'
import type { CsvRow } from '../input/csv.ts'
import { unguardCell } from '../input/csv-cells.ts'
import { readTable, type TableFault } from '../input/read-table.ts'
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
/** Limit of a heading, in characters. */
const maxHeading = 100

/**
 * The heading and the rows of a file as they are. Throws IMPORT_NOT_CSV, IMPORT_ENCODING,
 * IMPORT_UNREADABLE, IMPORT_COLUMNS and IMPORT_ROWS.
 */
export async function readImportFile(
  { bytes, encoding }: { bytes: Buffer; encoding: FileEncoding },
  source: ImportSource,
): Promise<ImportFile> {
  const { heading, fault, rows } = await readTable({
    bytes,
    encoding: encoding === 'auto' ? undefined : encoding,
    maxColumns,
    maxRows: maxImportedRows,
  })
  // A heading that is wrong is told before a row that is.
  const head = heading && readHeading(heading, source)
  if (fault) throw refusalOf(fault)
  if (!head) throw new ShopError('IMPORT_UNREADABLE', { message: '檔案沒有內容' })
  return { ...head, rows }
}

function refusalOf({ kind, line, message }: TableFault): ShopError {
  if (kind === 'no-text') return new ShopError('IMPORT_NOT_CSV')
  if (kind === 'encoding') return new ShopError('IMPORT_ENCODING')
  if (kind === 'rows') return new ShopError('IMPORT_ROWS')
  return new ShopError('IMPORT_UNREADABLE', { message: `第 ${line} 列無法讀取：${message}` })
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
