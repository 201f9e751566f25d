import { createSemaphore, type Semaphore } from '../limits/semaphore.ts'
import { CsvError, type CsvRow, detectDelimiter, isEmptyRow, readCsvRows } from './csv.ts'
import { type CsvEncoding, decodeCsv, isNoText } from './csv-encoding.ts'
import { isZip, readWorkbook } from './xlsx/read-workbook.ts'
import { ZipError } from './xlsx/zip.ts'

interface TableTask {
  bytes: Buffer
  /** Found from the bytes unless it is given. */
  encoding?: CsvEncoding | undefined
  /** Found from the first row unless it is given. */
  delimiter?: ','
  maxColumns: number
  /** Below the heading, empty rows not counted. */
  maxRows: number
  /** Texts of a workbook that look like values stand behind an apostrophe. */
  guardsTexts?: boolean
}

/** A file of separated values, or the first sheet of a workbook with a row, up to its first fault. */
interface Table {
  /** The first row that is not empty. */
  heading: string[] | undefined
  /** The rows below it, empty ones left out. */
  rows: CsvRow[]
  fault: TableFault | undefined
}

/** Rows of a file or of one of its sheets, the heading among them, empty ones left out. */
export interface TableRows {
  /** Of a workbook with more than one sheet. */
  sheet?: string
  rows: CsvRow[]
}

export interface TableFault {
  kind: 'no-text' | 'encoding' | 'rows' | 'syntax' | 'workbook'
  line: number
  message: string
}

/** A place for one file of an account, its key, from before its body is read until it is stored. */
export function createFilePlaces(): Semaphore {
  // Each holds its file in memory. An account that sends slowly leaves places to others.
  return createSemaphore({ name: 'table', concurrency: 4, maxWaiting: 0, perKey: 2 })
}

export async function readTable(task: TableTask): Promise<Table> {
  const { tables, fault } = await readTables(task)
  const [first, ...rows] = tables[0]?.rows ?? []
  return { heading: first?.cells, rows, fault }
}

/** All tables of a file, one unless it is a workbook, up to its first fault. */
export async function readTables(
  task: TableTask,
): Promise<{ tables: TableRows[]; fault: TableFault | undefined }> {
  if (isZip(task.bytes)) return readSheets(task)
  const table: TableRows = { rows: [] }
  const fault = await readText(task, table.rows)
  return { tables: [table], fault }
}

async function readText(
  { bytes, encoding, ...task }: TableTask,
  rows: CsvRow[],
): Promise<TableFault | undefined> {
  if (isNoText(bytes)) return { kind: 'no-text', line: 1, message: '不是文字檔' }
  let kind: TableFault['kind'] = 'encoding'
  try {
    const text = decodeCsv(bytes, encoding)
    kind = 'syntax'
    const { maxColumns, maxRows, delimiter = detectDelimiter(text) } = task
    for await (const row of readCsvRows(text, { maxColumns, delimiter })) {
      if (isEmptyRow(row)) continue
      if (rows.length > maxRows) {
        kind = 'rows'
        throw new CsvError(row.line, '行數過多')
      }
      rows.push(row)
    }
    return undefined
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { kind, line: error.line, message: error.message }
  }
}

async function readSheets({ bytes, maxColumns, maxRows, guardsTexts = false }: TableTask) {
  try {
    const sheets = await readWorkbook(bytes, { maxColumns, maxRows: maxRows + 1, guardsTexts })
    const filled = sheets.filter(({ rows }) => rows.length > 0)
    const tables = filled.map(({ name, rows }) => ({
      ...(filled.length > 1 && { sheet: name }),
      rows,
    }))
    const long = filled.find(({ rows }) => rows.length > maxRows + 1)
    const last = long?.rows.at(-1)?.line ?? 0
    const fault: TableFault | undefined = long && { kind: 'rows', line: last, message: '行數過多' }
    return { tables, fault }
  } catch (error) {
    if (error instanceof CsvError) {
      const fault: TableFault = { kind: 'syntax', line: error.line, message: error.message }
      return { tables: [], fault }
    }
    if (!(error instanceof ZipError)) throw error
    const fault: TableFault = { kind: 'workbook', line: 1, message: error.message }
    return { tables: [], fault }
  }
}
