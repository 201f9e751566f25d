import type { CsvRow } from '../../input/csv.ts'
import { unguardCell } from '../../input/csv-cells.ts'
import { shorten } from '../../input/shorten.ts'
import { foldWord } from './product-preset.ts'

/** A table of a file, and which of its rows are headings. */
export interface ForeignTable {
  /** The file or the sheet, where there are several. */
  source?: string | undefined
  rows: CsvRow[]
}

/** How headings become fields: `null` is a column that the owner leaves out. */
export interface ColumnRules {
  /** By a folded heading: what the owner has chosen, now or before. */
  chosen: ReadonlyMap<string, string | null>
  fieldOf(folded: string): string | undefined
}

export interface FileColumn {
  /** As the owner reads it. */
  word: string
  field: string | null
  /** Of the first row that has one. */
  sample: string
}

export interface MatchedTable {
  source: string | undefined
  columns: FileColumn[]
  /** Below the headings. */
  rows: CsvRow[]
  /** All folded headings. */
  words: ReadonlySet<string>
}

/** Limit of a heading, in characters. */
const maxHeading = 100
const maxSample = 60
/** Headings stand in the first lines of a file. */
const headingRows = 8
/** A row with fewer known words is no heading below the first one. */
const leastKnown = 2

const wordOf = (cell: string) => shorten(unguardCell(cell).trim(), maxHeading)
const hasChinese = (word: string) => /\p{Script=Han}/u.test(word)

/** The folded words of the first lines, by which a shop is told. */
export function wordsOf(tables: readonly ForeignTable[]): Set<string> {
  return new Set(
    tables
      .flatMap(({ rows }) => rows.slice(0, headingRows))
      .flatMap(({ cells }) => cells.map((cell) => foldWord(wordOf(cell)))),
  )
}

/**
 * Matches the columns of a table. Its heading may have several lines, such as keys with Chinese words
 * below them: each names the columns, and the owner is shown the Chinese one.
 */
export function matchTable(table: ForeignTable, rules: ColumnRules): MatchedTable {
  const heads = headingsOf(table.rows, rules)
  const width = Math.max(0, ...heads.map(({ cells }) => cells.length))
  const last = heads.at(-1)
  const rows = table.rows.slice(last ? table.rows.indexOf(last) + 1 : 0)
  const words = new Set(heads.flatMap(({ cells }) => cells.map((cell) => foldWord(wordOf(cell)))))
  const columns = Array.from({ length: width }, (_, position): FileColumn => {
    const names = heads.map(({ cells }) => wordOf(cells[position] ?? '')).filter(Boolean)
    const word = names.findLast(hasChinese) ?? names[0] ?? ''
    const first = rows.find(({ cells }) => (cells[position] ?? '').trim() !== '')
    const sample = shorten(unguardCell(first?.cells[position] ?? '').trim(), maxSample)
    return { word, field: fieldOf(names, rules), sample }
  })
  return { source: table.source, columns, rows, words }
}

function headingsOf(rows: readonly CsvRow[], rules: ColumnRules): CsvRow[] {
  const knownIn = ({ cells }: CsvRow) =>
    cells.filter((cell) => fieldOf([wordOf(cell)], rules) !== null).length
  const filled = ({ cells }: CsvRow) => cells.filter((cell) => cell.trim() !== '').length
  const first = rows.slice(0, headingRows)
  const isHeading = (row: CsvRow) => knownIn(row) >= leastKnown && 3 * knownIn(row) >= filled(row)
  const found = first.filter(isHeading)
  // Of a file whose words nobody knows, the first line is to be matched by hand.
  return found.length > 0 ? found : rows.slice(0, 1)
}

function fieldOf(names: readonly string[], { chosen, fieldOf }: ColumnRules): string | null {
  const folded = names.map(foldWord).filter(Boolean)
  for (const name of folded) {
    const choice = chosen.get(name)
    if (choice !== undefined) return choice
  }
  for (const name of folded) {
    const field = fieldOf(name)
    if (field !== undefined) return field
  }
  return null
}
