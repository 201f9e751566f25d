import { looksLikeAmount, parseAmount, parseDay } from './values.ts'

export type Column =
  | 'day'
  | 'time'
  | 'credit'
  | 'debit'
  | 'amount'
  | 'sign'
  | 'balance'
  | 'account'
  | 'text'

/** The first that a heading matches: 「存入金額」 is no 「金額」. */
const headings: readonly [Column, RegExp][] = [
  ['balance', /餘額|結餘|balance/i],
  ['day', /日期|交易日|記帳日|帳務日|入帳日|起息日|date/i],
  ['time', /時間|time/i],
  ['account', /帳號|帳戶|末五碼|後五碼|account/i],
  ['sign', /借貸|收支|存提|進出|d\/c|dr\/cr/i],
  ['credit', /存入|收入|轉入|入帳|貸方|貸記|存款|credit|deposit/i],
  ['debit', /支出|提出|提領|提款|轉出|借方|借記|debit|withdraw/i],
  ['amount', /金額|amount/i],
  ['text', /摘要|備註|說明|附言|註記|對方|戶名|memo|description|note|通路|行庫|幣別/i],
]

function headingOf(cell: string): Column | undefined {
  return headings.find(([, names]) => names.test(cell))?.[0]
}

/** The columns that a line of headings names; undefined for a line that is none. */
export function readHeadings(cells: readonly string[]): Column[] | undefined {
  if (cells.some((cell) => looksLikeAmount(cell) && cell !== '')) return undefined
  const columns = cells.map(headingOf)
  const has = (...names: Column[]) => names.some((name) => columns.includes(name))
  if (!has('day', 'balance') || !has('credit', 'debit', 'amount')) return undefined
  return columns.map((column) => column ?? 'text')
}

/**
 * The columns of lines without headings, by what stands in them; undefined where too few lines have
 * the same number of cells. Of two columns of amounts of which each line fills one, the first is paid
 * out, as banks print them; the balance corrects that where it can.
 */
export function guessColumns(rows: readonly string[][], today: string): Column[] | undefined {
  const [count, similar] = mostFrequent(rows.map((cells) => cells.length))
  if (count < 3 || similar * 2 <= rows.length) return undefined
  const same = rows.filter((cells) => cells.length === count && isDated(cells, today))
  if (same.length === 0) return undefined
  const isOf = (test: (cell: string) => boolean, at: number) => {
    const filled = same.map((cells) => cells[at] ?? '').filter((cell) => cell !== '')
    return filled.length > 0 && filled.every(test)
  }
  const money: number[] = []
  const columns = Array.from({ length: count }, (_, at): Column => {
    if (isOf((cell) => parseDay(cell, today) !== undefined, at)) return 'day'
    if (!isOf(looksLikeAmount, at)) return 'text'
    money.push(at)
    return 'text'
  })
  const isFilled = (at: number | undefined, cells: string[]) => {
    const cell = at === undefined ? '' : (cells[at] ?? '')
    return cell !== '' && parseAmount(cell) !== 0
  }
  const [first, second, third] = money
  const excludes = same.every((cells) => isFilled(first, cells) !== isFilled(second, cells))
  if (first !== undefined && second !== undefined && excludes) {
    columns[first] = 'debit'
    columns[second] = 'credit'
    if (third !== undefined) columns[third] = 'balance'
    return columns
  }
  if (first === undefined) return undefined
  columns[first] = 'amount'
  if (second !== undefined) columns[second] = 'balance'
  return columns
}

function isDated(cells: readonly string[], today: string): boolean {
  return cells.some((cell) => parseDay(cell.split(' ')[0] ?? '', today) !== undefined)
}

function mostFrequent(counts: readonly number[]): [value: number, times: number] {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  const [most = [0, 0]] = [...times].sort((a, b) => b[1] - a[1])
  return most as [number, number]
}
