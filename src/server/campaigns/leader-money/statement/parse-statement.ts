import { cellsOf, chooseSplit, joinThousands, normalize } from './cells.ts'
import { type Column, guessColumns, readHeadings } from './columns.ts'
import {
  isTime,
  lastFivesOf,
  looksLikeAmount,
  parseAmount,
  parseDay,
  splitMoney,
} from './values.ts'

/** A line of a pasted statement, as far as it can be read. */
export interface StatementEntry {
  /** From 1, of the lines as they were pasted. */
  n: number
  text: string
  /** Undefined: it is no movement of money, and `why` says what it is. */
  amount?: number
  /** Undefined: nothing says whether the money came or went. */
  isIn?: boolean
  /** The day in Taipei, `2026-11-29`. */
  day?: string
  /** Of all accounts that the line names. */
  lastFives: string[]
  why?: string
}

interface Read extends StatementEntry {
  balance?: number | undefined
}

/** No bank writes a longer one. */
const longestLine = 1_000

/**
 * Reads the movements of a statement that was copied from a bank's page, or from a file of any of
 * the usual layouts. Columns are known by their headings, else by what stands in them, else each line
 * is read by itself. No line is left out: one that cannot be read says why.
 */
export function parseStatement(pasted: string, today: string): StatementEntry[] {
  const lines = normalize(pasted)
    .split('\n')
    .map((line) => line.slice(0, longestLine))
  const { split, hasColumns } = chooseSplit(lines)
  const rows = lines.map((line) => cellsOf(line, split))
  const columns = hasColumns ? columnsOf(rows, today) : undefined
  const entries = lines.flatMap((line, index): Read[] => {
    const text = line.trim()
    if (text === '') return []
    const of = { n: index + 1, text: text.replace(/\s+/g, ' '), lastFives: [] }
    const cells = rows[index] ?? []
    if (readHeadings(cells)) return [{ ...of, why: '標題列' }]
    return [readLine(of, cells, columns, today)]
  })
  return withDirections(entries)
}

function columnsOf(rows: readonly string[][], today: string): Column[] | undefined {
  const named = rows.map(readHeadings).find((columns) => columns !== undefined)
  return (
    named ??
    guessColumns(
      rows.filter((cells) => cells.some(Boolean)),
      today,
    )
  )
}

type Of = Pick<Read, 'n' | 'text' | 'lastFives'>

function readLine(of: Of, cells: string[], columns: Column[] | undefined, today: string): Read {
  if (/^(合計|總計|小計|期初|期末|承前|本日|查詢|帳號|戶名|交易明細)/.test(of.text)) {
    return { ...of, why: '不是交易' }
  }
  const fitted = columns && fitCells(cells, columns.length)
  if (columns && fitted) return readColumns(of, fitted, columns, today)
  return readWords(of, today)
}

/** Cells that are missing at the end are empty ones. */
function fitCells(cells: string[], count: number): string[] | undefined {
  const joined = cells.length > count ? joinThousands(cells, count) : cells
  if (joined.length > count) {
    const spare = joined.slice(count)
    // A separator at the end of each line, or commas in the last text.
    return spare.every((cell) => cell === '')
      ? joined.slice(0, count)
      : [...joined.slice(0, count - 1), joined.slice(count - 1).join(' ')]
  }
  if (joined.length * 2 < count) return undefined
  return [...joined, ...Array.from({ length: count - joined.length }, () => '')]
}

const inWords = /存入|轉入|匯入|收入|入帳|轉帳存|現金存|貸|\bC(?:R)?\b|\bcredit\b|^\+$|^收$|^存$/i
const outWords =
  /支出|轉出|匯出|提款|提領|扣款|扣繳|手續費|轉帳支|提出|借|\bD(?:R)?\b|\bdebit\b|^-$|^支$|^提$/i

function directionOf(text: string): boolean | undefined {
  const [isIn, isOut] = [inWords.test(text), outWords.test(text)]
  return isIn === isOut ? undefined : isIn
}

function readColumns(of: Of, cells: string[], columns: Column[], today: string): Read {
  const cellsOfKind = (kind: Column) => cells.filter((_, at) => columns[at] === kind)
  const sumIn = (kind: Column) =>
    cellsOfKind(kind)
      .map((cell) => parseAmount(cell))
      .find((amount) => amount !== undefined && amount !== 0)
  const [credit, debit, amount] = [sumIn('credit'), sumIn('debit'), sumIn('amount')]
  const sum = credit ?? debit ?? amount
  const day = cellsOfKind('day')
    .map((cell) => parseDay(cell.split(' ')[0] ?? '', today))
    .find((found) => found !== undefined)
  if (sum === undefined) {
    const cents = cells.find((cell) => /\d\.0{0,3}[1-9]/.test(cell))
    return { ...of, why: cents ? '金額有小數' : day ? '沒有金額' : '不是交易' }
  }
  const words = [...cellsOfKind('sign'), ...cellsOfKind('text')].join(' ')
  const signed = cellsOfKind('sign')
    .map(directionOf)
    .find((found) => found !== undefined)
  const isIn =
    credit !== undefined
      ? credit > 0
      : debit !== undefined
        ? debit < 0
        : sum < 0
          ? false
          : (signed ??
            (cellsOfKind('amount').some((cell) => cell.startsWith('+')) || directionOf(words)))
  const accounts = cellsOfKind('account').flatMap(lastFivesOf)
  const others = cells.filter((_, at) => columns[at] === 'text' || columns[at] === 'sign')
  const lastFives = [...new Set([...accounts, ...others.flatMap(lastFivesOf)])]
  const balance = cellsOfKind('balance').map((cell) => parseAmount(cell))[0]
  return {
    ...of,
    ...{ amount: Math.abs(sum), lastFives, balance },
    ...(day && { day }),
    ...(isIn !== undefined && { isIn }),
  }
}

/** A line of words: its date, its accounts, and the first of what is left that is money. */
function readWords(of: Of, today: string): Read {
  const words = of.text.split(/[ |;\t]+/).flatMap((word) => word.split(/(?<=\D),|,(?=\D)/))
  let day: string | undefined
  const left: string[] = []
  for (const word of words) {
    const found = parseDay(word, today)
    if (found !== undefined && day === undefined) day = found
    else if (found === undefined || day === undefined) left.push(word)
  }
  const rest = left.filter((word) => !isTime(word))
  const text = rest.join(' ')
  const marked = splitMoney(text)
  // Marked amounts first: 「轉入420元」 has no space.
  const written = marked.money.length > 0 ? marked.money : rest.filter(looksLikeAmount)
  const money = written.flatMap((amount) => parseAmount(amount) ?? [])
  const [sum, balance] = money
  if (sum === undefined) {
    return { ...of, why: day === undefined ? '不是交易' : '沒有金額' }
  }
  const isIn = sum < 0 ? false : /\+\s?[\d$N]/.test(text) ? true : directionOf(text)
  return {
    ...of,
    ...{ amount: Math.abs(sum), balance, lastFives: lastFivesOf(marked.rest) },
    ...(day && { day }),
    ...(isIn !== undefined && { isIn }),
  }
}

/**
 * Where nothing else says it, the balance does: it rises or falls by the amount from one line to the
 * next, in either order of time. It also outweighs the guess of which column is paid out.
 */
function withDirections(entries: Read[]): StatementEntry[] {
  const rows = entries.filter(
    ({ amount, balance }) => amount !== undefined && balance !== undefined,
  )
  const told = (order: 1 | -1) => {
    const directions = new Map<number, boolean>()
    for (const [at, { n, amount = 0, balance = 0 }] of rows.entries()) {
      const before = rows[at - order]?.balance
      if (before === undefined || amount === 0) continue
      if (balance - before === amount) directions.set(n, true)
      if (before - balance === amount) directions.set(n, false)
    }
    return directions
  }
  const [downwards, upwards] = [told(1), told(-1)]
  const known = downwards.size >= upwards.size ? downwards : upwards
  // One agreement may be chance.
  const isSure = known.size >= 2 && known.size >= rows.length - 2
  return entries.map(({ balance: _, ...entry }) => {
    const found = isSure ? known.get(entry.n) : undefined
    return found === undefined || entry.amount === undefined ? entry : { ...entry, isIn: found }
  })
}
