import { amountRefusal, parseAmount } from '#contract/amounts.ts'
import { isDay } from './is-day.ts'
import { looksRewritten } from './spreadsheet-values.ts'

/** Why a cell is refused, in words for the person who wrote the file. */
export class CellError extends Error {
  override name = 'CellError'
}

/** The text of a cell without the apostrophe that keeps a spreadsheet from reading a formula. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell
}

/** Characters that stand where a program knew none, or had one of its own that nobody sees. */
const unknownCharacter = /[\uFFFD\uE000-\uF8FF]/g

/** Throws CellError for a text with a character that was lost on the way. */
export function refuseLostCharacters(cell: string): void {
  if (cell.search(unknownCharacter) < 0) return
  const quoted = shortened(cell.replace(unknownCharacter, '□'))
  throw new CellError(`「${quoted}」有無法辨識的字元（□），請改正後以 UTF-8 存檔`)
}

/** Throws CellError for a text that a spreadsheet has made of another one. */
export function refuseRewritten(cell: string): void {
  if (!looksRewritten(cell)) return
  const remedy = "請恢復原來的文字；確實是這段文字時，請在最前面加上 '"
  throw new CellError(`「${shortened(cell)}」已被試算表改寫，${remedy}`)
}

/** As much of a cell as Excel opens. */
const excelCell = 32_767

/** Throws CellError for the start of the text that Excel has cut off. */
export function refuseCutOff(cell: string, before: string): void {
  if (cell.length === excelCell && before.length > excelCell && before.startsWith(cell)) {
    throw new CellError(`「${shortened(cell)}」已被試算表截斷，請刪除此欄位後再匯入`)
  }
}

/** A whole number from 0 on, with or without separators of thousands, NT$ and full-width digits. */
export function readNumberCell(
  cell: string,
  { minimum = 0, maximum }: { minimum?: number; maximum: number },
): number {
  const number = parseAmount(cell)
  if (number === undefined) throw new CellError(amountRefusal(cell))
  if (number >= minimum && number <= maximum) return number
  const bounds = `${minimum.toLocaleString('en')} 至 ${maximum.toLocaleString('en')}`
  throw new CellError(`「${shortened(cell)}」超出範圍，請填 ${bounds}`)
}

export function readFlagCell(cell: string): boolean {
  const word = cell.normalize('NFKC').trim()
  if (word === '是' || word === '1') return true
  if (word === '否' || word === '0') return false
  throw new CellError(`「${shortened(cell)}」請填是或否`)
}

/** A day as `2026-11-21`; a spreadsheet may leave out the zeros of `2026/01/05`. */
export function readDayCell(cell: string): string {
  const [, year, month, day] =
    /^(\d{4})([-/]\d{1,2})([-/]\d{1,2})$/.exec(cell.normalize('NFKC').trim()) ?? []
  if (year && month && day && month[0] === day[0]) {
    const text = [year, month.slice(1).padStart(2, '0'), day.slice(1).padStart(2, '0')].join('-')
    if (isDay(text)) return text
  }
  throw new CellError(`「${shortened(cell)}」不是日期，請填如 2026/11/21`)
}

/** A number that is kept as text, such as an id: a spreadsheet may have spoilt it. */
export function readCodeCell(cell: string): string {
  const code = cell.trim()
  if (/^[\d.]+E[+-]\d+$/i.test(code) || /^#+$/.test(code) || /^#[A-Z/0]+[?!]?$/.test(code)) {
    throw new CellError(`「${shortened(cell)}」已被試算表改寫，請將欄位設為文字後重新填寫`)
  }
  return code
}

/** Shortens a cell for a message. */
function shortened(cell: string): string {
  const characters = [...cell.slice(0, 100)]
  return characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : cell
}
