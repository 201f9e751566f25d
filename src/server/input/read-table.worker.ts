import { CsvError, detectDelimiter, isEmptyRow, readCsvRows } from './csv.ts'
import { type CsvEncoding, decodeCsv, isNoText } from './csv-encoding.ts'
import { shorten } from './shorten.ts'

export interface TableTask {
  bytes: Uint8Array
  /** Found from the bytes unless it is given. */
  encoding?: CsvEncoding | undefined
  /** Found from the first row unless it is given. */
  delimiter?: ','
  maxColumns: number
  /** Below the heading, empty rows not counted. */
  maxRows: number
}

/** A file of separated values, up to its first fault. */
export interface Table {
  /** The first row that is not empty. */
  heading: string[] | undefined
  /** The rows below it, empty ones left out. */
  count: number
  /** The beginnings of the first of them. */
  sample: string[][]
  /** All of them, as lists of `CsvRow` in JSON. */
  parts: string[]
  fault: TableFault | undefined
}

export interface TableFault {
  kind: 'no-text' | 'encoding' | 'rows' | 'syntax'
  line: number
  message: string
}

/** So much that the event loop is held for some milliseconds by a part, beside a row that is larger. */
const partLength = 128 * 1024
const sampleRows = 5
const sampleCell = 100

/** Runs in a thread of `table-reader.ts`: any step may take seconds for a file that is made for it. */
export function readTable(task: TableTask): Table {
  const table: Table = { heading: undefined, count: 0, sample: [], parts: [], fault: undefined }
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength)
  if (isNoText(bytes))
    return { ...table, fault: { kind: 'no-text', line: 1, message: '不是文字檔' } }
  let kind: TableFault['kind'] = 'encoding'
  try {
    const text = decodeCsv(bytes, task.encoding)
    kind = 'syntax'
    readRows(text, task, table)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    table.fault = { kind, line: error.line, message: error.message }
  }
  return table
}

function readRows(text: string, { maxColumns, maxRows, ...task }: TableTask, table: Table): void {
  const delimiter = task.delimiter ?? detectDelimiter(text)
  let part: string[] = []
  let length = 0
  const endPart = () => {
    if (part.length > 0) table.parts.push(`[${part.join(',')}]`)
    part = []
    length = 0
  }
  for (const row of readCsvRows(text, { maxColumns, delimiter })) {
    if (isEmptyRow(row)) continue
    if (!table.heading) {
      table.heading = row.cells
      continue
    }
    if (table.count === maxRows) {
      table.fault = { kind: 'rows', line: row.line, message: '行數過多' }
      return
    }
    if (table.count++ < sampleRows) {
      table.sample.push(row.cells.map((cell) => shorten(cell, sampleCell)))
    }
    const json = JSON.stringify(row)
    if (length + json.length > partLength) endPart()
    part.push(json)
    length += json.length
  }
  endPart()
}
