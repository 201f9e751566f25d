/** Why a file is no table of comma-separated values, and in which line, counted from 1. */
export class CsvError extends Error {
  override name = 'CsvError'
  readonly line: number
  constructor(line: number, why: string) {
    super(why)
    this.line = line
  }
}

export interface CsvRow {
  /** Where it begins, counted from 1. */
  line: number
  cells: string[]
}

/** Bytes as text: UTF-8 with or without BOM, or Big5. Throws CsvError. */
export function decodeCsv(bytes: Buffer): string {
  for (const encoding of ['utf-8', 'big5']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {}
  }
  throw new CsvError(1, '編碼不是 UTF-8 或 Big5')
}

/** Rows of cells by RFC 4180, without empty lines. Throws CsvError. */
export function parseCsv(
  text: string,
  { maxLines, maxColumns }: { maxLines: number; maxColumns: number },
): CsvRow[] {
  const rows: CsvRow[] = []
  const place = { at: 0, line: 1 }
  while (place.at < text.length) {
    const line = place.line
    if (line > maxLines) throw new CsvError(line, '行數過多')
    const cells = readRow(text, place, maxColumns)
    if (cells.length > 1 || cells[0]?.trim()) rows.push({ line, cells })
  }
  return rows
}

interface Place {
  at: number
  line: number
}

function readRow(text: string, place: Place, maxColumns: number): string[] {
  const { line } = place
  const cells: string[] = []
  for (;;) {
    const cell = text[place.at] === '"' ? readQuoted(text, place) : readBare(text, place)
    if (cell.includes('\0')) throw new CsvError(line, '含有無法讀取的字元')
    cells.push(cell)
    if (cells.length > maxColumns) throw new CsvError(line, '欄位過多')
    const end = text[place.at++]
    if (end === ',') continue
    if (end === '\r' && text[place.at] === '\n') place.at++
    else if (end !== undefined && end !== '\n' && end !== '\r') {
      throw new CsvError(line, '引號之後有多餘的文字')
    }
    place.line++
    return cells
  }
}

function readBare(text: string, place: Place): string {
  const from = place.at
  while (place.at < text.length && !',\r\n'.includes(text[place.at] ?? '')) place.at++
  return text.slice(from, place.at)
}

function readQuoted(text: string, place: Place): string {
  const { line } = place
  let cell = ''
  for (;;) {
    const end = text.indexOf('"', place.at + 1)
    if (end < 0) throw new CsvError(line, '引號沒有結束')
    const part = text.slice(place.at + 1, end)
    place.line += part.split('\n').length - 1
    cell += part
    place.at = end + 1
    if (text[place.at] !== '"') return cell
    cell += '"'
  }
}
