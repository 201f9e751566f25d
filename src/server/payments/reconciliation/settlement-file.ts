import { setImmediate } from 'node:timers/promises'
import { parseAmount } from '#contract/amounts.ts'
import type { SettlementColumns } from '#contract/reconciliation.ts'
import { ShopError } from '../../http/shop-error.ts'
import { CsvError, type CsvRow } from '../../input/csv.ts'
import { isDay } from '../../input/is-day.ts'
import { readTable } from '../../input/read-table.ts'

/** A line of a settlement file: money that came in, or below zero went back. */
export interface FileLine {
  position: number
  tradeNo: string
  /** In whole NT$. */
  amount: number
  fee: number | null
  /** In Taipei, `yyyy-MM-dd`. */
  day: string | null
}

export interface SettlementFile {
  headers: string[]
  rows: CsvRow[]
}

/**
 * The headers of ECPay's file of cards, of the try-out gateway's file of all methods, and of the try-out
 * server's statement of parcels.
 */
const knownColumns: SettlementColumns[] = [
  { trade_no: '訂單編號', amount: '交易金額', fee: '服務費(%數)', day: '交易日期' },
  { trade_no: '特店交易編號', amount: '交易金額', fee: '手續費', day: '訂單日期' },
  { trade_no: '廠商交易編號', amount: '代收金額', fee: '代收手續費', day: '撥款日期' },
]

/** Besides the header. */
const maxLines = 50_000
const maxColumns = 200
const rowsAtOnce = 500
const maxAmount = 999_999_999_999

/** Reads a file as a table. Throws SETTLEMENT_UNREADABLE, which names the line. */
export async function readSettlementFile(bytes: Buffer): Promise<SettlementFile> {
  const task = { bytes, delimiter: ',', maxRows: maxLines, maxColumns } as const
  const { heading, rows, fault } = await readTable(task)
  if (fault) throw unreadable(fault.line, fault.message)
  if (!heading) throw unreadable(1, '檔案沒有內容')
  return { headers: heading.map((cell) => cell.trim()), rows }
}

/** The columns of a file whose headers are known; undefined for any other. */
export function findKnownColumns(headers: readonly string[]): SettlementColumns | undefined {
  return knownColumns.find((columns) =>
    Object.values(columns).every((name) => headers.includes(name)),
  )
}

/** The lines of a file by its columns. Throws SETTLEMENT_UNREADABLE. */
export async function readFileLines(
  { headers, rows }: SettlementFile,
  columns: SettlementColumns,
): Promise<FileLine[]> {
  const indexOf = (name: string | undefined) => {
    const index = name === undefined ? -1 : headers.indexOf(name)
    if (name !== undefined && index < 0) throw unreadable(1, `沒有「${name}」欄位`)
    return index
  }
  const at = {
    tradeNo: indexOf(columns.trade_no),
    amount: indexOf(columns.amount),
    fee: indexOf(columns.fee),
    day: indexOf(columns.day),
  }
  const read = ({ line, cells }: CsvRow): FileLine => {
    const cell = (index: number) => cells[index]?.trim() ?? ''
    const tradeNo = cell(at.tradeNo)
    if (!/^[A-Za-z0-9]{1,20}$/.test(tradeNo)) throw new CsvError(line, '訂單編號有誤')
    return {
      position: line,
      tradeNo,
      amount: readAmount(cell(at.amount), line),
      fee: at.fee < 0 ? null : readFee(cell(at.fee), line),
      day: at.day < 0 ? null : readDay(cell(at.day), line),
    }
  }
  const lines: FileLine[] = []
  try {
    for (const row of rows) {
      // Others are answered between the pieces of a large file.
      if (lines.length % rowsAtOnce === 0) await setImmediate()
      lines.push(read(row))
    }
    return lines
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error.line, error.message)
    throw error
  }
}

function readAmount(text: string, line: number): number {
  if (text === '') throw new CsvError(line, '沒有金額')
  const amount = parseAmount(text, { signed: true })
  if (amount === undefined || Math.abs(amount) > maxAmount) throw new CsvError(line, '金額有誤')
  return amount
}

function readFee(text: string, line: number): number | null {
  if (text === '') return null
  if (!/^-?\d{1,9}(\.\d{1,4})?$/.test(text)) throw new CsvError(line, '手續費有誤')
  return Math.round(Number(text))
}

function readDay(text: string, line: number): string | null {
  if (text === '') return null
  const [, year, month, day] = /^(\d{4})[-/](\d{2})[-/](\d{2})( |$)/.exec(text) ?? []
  const iso = `${year}-${month}-${day}`
  if (!day || !isDay(iso)) throw new CsvError(line, '日期有誤')
  return iso
}

function unreadable(line: number, why: string): ShopError {
  return new ShopError('SETTLEMENT_UNREADABLE', { message: `第 ${line} 行無法讀取：${why}` })
}
