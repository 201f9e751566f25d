import { createSemaphore, type Semaphore } from '../limits/semaphore.ts'
import { CsvError, type CsvRow, detectDelimiter, isEmptyRow, readCsvRows } from './csv.ts'
import { type CsvEncoding, decodeCsv, isNoText } from './csv-encoding.ts'

interface TableTask {
  bytes: Buffer
  /** Found from the bytes unless it is given. */
  encoding?: CsvEncoding | undefined
  /** Found from the first row unless it is given. */
  delimiter?: ','
  maxColumns: number
  /** Below the heading, empty rows not counted. */
  maxRows: number
}

/** A file of separated values, up to its first fault. */
interface Table {
  /** The first row that is not empty. */
  heading: string[] | undefined
  /** The rows below it, empty ones left out. */
  rows: CsvRow[]
  fault: TableFault | undefined
}

export interface TableFault {
  kind: 'no-text' | 'encoding' | 'rows' | 'syntax'
  line: number
  message: string
}

/** A place for one file of an account, its key, from before its body is read until it is stored. */
export function createFilePlaces(): Semaphore {
  // Each holds its file in memory. An account that sends slowly leaves places to others.
  return createSemaphore({ name: 'table', concurrency: 4, maxWaiting: 0, perKey: 2 })
}

export async function readTable({ bytes, encoding, ...task }: TableTask): Promise<Table> {
  const table: Table = { heading: undefined, rows: [], fault: undefined }
  if (isNoText(bytes))
    return { ...table, fault: { kind: 'no-text', line: 1, message: '不是文字檔' } }
  let kind: TableFault['kind'] = 'encoding'
  try {
    const text = decodeCsv(bytes, encoding)
    kind = 'syntax'
    const { maxColumns, maxRows, delimiter = detectDelimiter(text) } = task
    for await (const row of readCsvRows(text, { maxColumns, delimiter })) {
      if (isEmptyRow(row)) continue
      if (!table.heading) {
        table.heading = row.cells
        continue
      }
      if (table.rows.length === maxRows) {
        kind = 'rows'
        throw new CsvError(row.line, '行數過多')
      }
      table.rows.push(row)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    table.fault = { kind, line: error.line, message: error.message }
  }
  return table
}
