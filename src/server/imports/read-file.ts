import { type FileEncoding, maxImportedRows } from '#contract/file-kinds.ts'
import type { ImportPreset } from '#contract/import-presets.ts'
import type { ImportMatching } from '#contract/imports.ts'
import { ShopError } from '../http/shop-error.ts'
import type { CsvRow } from '../input/csv.ts'
import { unguardCell } from '../input/csv-cells.ts'
import { readTables, type TableFault } from '../input/read-table.ts'
import { shorten } from '../input/shorten.ts'
import type { ImportSource } from './import-source.ts'
import {
  type ColumnRules,
  type FileColumn,
  type ForeignTable,
  type MatchedTable,
  matchTable,
  wordsOf,
} from './presets/match-columns.ts'
import { detectPreset, findPreset } from './presets/presets.ts'
import { manyColumns, type ProductField, productFields } from './presets/product-fields.ts'
import { foldWord, isHeadingOf, type ProductPreset } from './presets/product-preset.ts'
import { toProductRows } from './presets/to-product-rows.ts'

export interface SentFile {
  fileName: string
  bytes: Buffer
}

/** The reading of the files as somebody wants it, now and before. */
export interface ReadingChoice {
  encoding: FileEncoding
  preset: ImportPreset | 'auto'
  /** By a heading of the file: a field, or empty for a column that is left out. */
  columns: ReadonlyMap<string, string>
  /** The matches of a preset that were chosen before, by folded headings. */
  remembered(preset: ImportPreset): Promise<ReadonlyMap<string, string | null>>
}

export interface ImportRow extends CsvRow {
  /** Where a row of another shop's file stands; absent: at its line. */
  place?: string
}

export interface ImportFile {
  matching: ImportMatching
  heading: string[]
  /** The key of each column; null for one that the import does not know. */
  keys: (string | null)[]
  /** Words of the heading that nobody knows. */
  unknown: string[]
  rows: ImportRow[]
}

const maxColumns = 100
/** Files of other shops are wider. */
const maxForeignColumns = 300
/** Limit of a heading, in characters. */
const maxHeading = 100
const sampleRows = 5
const sampleCell = 100
const maxSample = 60

/**
 * The heading and the rows of a file as they are, or as a preset makes them of the files of another
 * shop. Throws IMPORT_NOT_CSV, IMPORT_ENCODING, IMPORT_UNREADABLE, IMPORT_COLUMNS and IMPORT_ROWS.
 */
export async function readImportFiles(
  files: readonly SentFile[],
  source: ImportSource,
  choice: ReadingChoice,
): Promise<ImportFile> {
  const { tables, fault } = await readFiles(files, source, choice)
  const preset = presetOf(tables, source, choice)
  if (preset) {
    if (fault) throw refusalOf(fault)
    return readForeign(tables, { preset, source, choice })
  }
  if (files.length > 1) {
    throw new ShopError('IMPORT_UNREADABLE', { message: '本店格式的檔案一次只能匯入一個' })
  }
  if (tables.length === 0) {
    throw fault ? refusalOf(fault) : new ShopError('IMPORT_UNREADABLE', { message: '檔案沒有內容' })
  }
  return readOwn(tables, fault, source, choice)
}

async function readFiles(
  files: readonly SentFile[],
  { hasPresets }: ImportSource,
  { encoding }: ReadingChoice,
): Promise<{ tables: ForeignTable[]; fault: TableFault | undefined }> {
  const tables: ForeignTable[] = []
  for (const { fileName, bytes } of files) {
    const read = await readTables({
      bytes,
      encoding: encoding === 'auto' ? undefined : encoding,
      maxColumns: hasPresets ? maxForeignColumns : maxColumns,
      maxRows: maxImportedRows,
      guardsTexts: true,
    })
    for (const { sheet, rows } of read.tables) {
      const names = [files.length > 1 ? fileName : undefined, sheet].filter(Boolean)
      if (rows.length > 0) tables.push({ source: names.join(' ') || undefined, rows })
    }
    if (read.fault) return { tables, fault: read.fault }
  }
  const rows = tables.reduce((sum, table) => sum + table.rows.length - 1, 0)
  const isLong = tables.length > 1 && rows > maxImportedRows
  return { tables, fault: isLong ? { kind: 'rows', line: 0, message: '行數過多' } : undefined }
}

function presetOf(
  tables: readonly ForeignTable[],
  { hasPresets }: ImportSource,
  { preset }: ReadingChoice,
): ProductPreset | undefined {
  if (!hasPresets) return undefined
  return preset === 'auto' ? detectPreset(wordsOf(tables)) : findPreset(preset)
}

/** Throws INVALID_INPUT for a field that the preset does not have. */
async function rulesOf(
  preset: ImportPreset,
  { columns, remembered }: ReadingChoice,
  { fields, fieldOf }: { fields: readonly string[]; fieldOf: ColumnRules['fieldOf'] },
): Promise<ColumnRules> {
  const chosen = new Map(await remembered(preset))
  for (const [word, field] of columns) {
    if (field !== '' && !fields.includes(field)) {
      throw new ShopError('INVALID_INPUT', { message: ['columns 格式錯誤'] })
    }
    chosen.set(foldWord(word), field || null)
  }
  return { chosen, fieldOf }
}

async function readForeign(
  tables: readonly ForeignTable[],
  of: { preset: ProductPreset; source: ImportSource; choice: ReadingChoice },
): Promise<ImportFile> {
  const { preset, source, choice } = of
  const names = Object.entries(preset.names)
  const fieldOf = (folded: string) => names.find(([, known]) => isHeadingOf(known, folded))?.[0]
  const rules = await rulesOf(preset.id, choice, { fields: Object.keys(productFields), fieldOf })
  // A sheet of instructions has no column that anybody knows.
  const all = tables.map((table) => matchTable(table, rules))
  const known = all.filter(({ columns }) => columns.some(({ field }) => field !== null))
  const matched = known.length > 0 ? known : all.slice(0, 1)
  const matching = toMatching(preset.id, matched)
  const fields = matched.flatMap(({ columns }) => columns.flatMap(({ field }) => field ?? []))
  const missing = (['title', 'price'] as const).filter(
    (field) => !fields.includes(field) && !(field === 'price' && fields.includes('variant_price')),
  )
  if (missing.length > 0) {
    const words = missing.map((field) => productFields[field])
    throw columnsError(`缺少欄位：${words.join('、')}`, matching)
  }
  for (const { columns } of matched) refuseDoubled(columns, matching)
  const converted = await toProductRows(matched, preset)
  const keys = [...new Set(converted.flatMap(({ cells }) => [...cells.keys()]))]
  const rows = converted.map(({ place, cells }, index) => ({
    line: index + 2,
    place,
    cells: keys.map((key) => cells.get(key) ?? ''),
  }))
  // The list of faults is a file of this shop, to be corrected and sent again.
  const heading = keys.map(
    (key) => source.columns.find((column) => column.key === key)?.word ?? key,
  )
  return { matching, heading, keys, rows, unknown: [] }
}

/** Each heading once, whichever of the tables has it. */
function toMatching(preset: ImportPreset, tables: readonly MatchedTable[]): ImportMatching {
  const columns = new Map<string, FileColumn>()
  for (const column of tables.flatMap((table) => table.columns)) {
    if (column.word !== '' && !columns.has(column.word)) columns.set(column.word, column)
  }
  const [first] = tables
  const heading = first?.columns.map(({ word }) => word) ?? []
  return {
    preset,
    columns: [...columns.values()].map(toWireColumn),
    fields: Object.entries(productFields).map(([key, label]) => ({ key, label })),
    sample: sampleOf(heading, first?.rows ?? []),
  }
}

const toWireColumn = ({ word, field, sample }: FileColumn) => ({
  ...{ word, sample },
  ...(field !== null && { field }),
})

const sampleOf = (heading: string[], rows: readonly CsvRow[]) =>
  [heading, ...rows.slice(0, sampleRows).map(({ cells }) => cells)].map((cells) =>
    cells.map((cell) => shorten(unguardCell(cell), sampleCell)),
  )

function refuseDoubled(columns: readonly FileColumn[], matching: ImportMatching): void {
  const fields = columns.map(({ field }) => field)
  const doubled = columns.find(
    ({ field }, position) =>
      field !== null && !manyColumns.has(field as ProductField) && fields.indexOf(field) < position,
  )
  if (doubled) throw columnsError(`重複的欄位：${doubled.word}`, matching)
}

function ownRules(source: ImportSource, choice: ReadingChoice): Promise<ColumnRules> {
  const fold = (word: string) => word.normalize('NFKC').replace(/\s/g, '').toLowerCase()
  const fields = source.columns.map(({ key }) => key)
  return rulesOf('own', choice, {
    fields,
    fieldOf(folded) {
      const isOf = ({ key, word, others = [] }: ImportSource['columns'][number]) =>
        [key, word, ...others].some((name) => fold(name) === folded)
      return source.columns.find(isOf)?.key
    },
  })
}

async function readOwn(
  tables: readonly ForeignTable[],
  fault: TableFault | undefined,
  source: ImportSource,
  choice: ReadingChoice,
): Promise<ImportFile> {
  const [head, ...rows] = tables[0]?.rows ?? []
  if (!head) throw new ShopError('IMPORT_UNREADABLE', { message: '檔案沒有內容' })
  // A heading that is wrong is told before a row that is.
  if (head.cells.length > maxColumns) throw refusalOf(tooWide(head.line))
  const rules = await ownRules(source, choice)
  const heading = head.cells.map((cell) => shorten(unguardCell(cell).trim(), maxHeading))
  const keys = heading.map((word) => {
    const folded = foldWord(word)
    const choice = rules.chosen.get(folded)
    return choice === undefined ? (rules.fieldOf(folded) ?? null) : choice
  })
  const firstOf = (position: number) =>
    rows.find(({ cells }) => cells[position]?.trim())?.cells[position] ?? ''
  const matching: ImportMatching = {
    preset: 'own',
    columns: heading.map((word, position) =>
      toWireColumn({
        ...{ word, field: keys[position] ?? null },
        sample: shorten(unguardCell(firstOf(position)).trim(), maxSample),
      }),
    ),
    fields: source.columns.map(({ key, word }) => ({ key, label: word })),
    sample: sampleOf(heading, rows),
  }
  const unknown = checkHeading(heading, keys, { source, matching })
  if (fault) throw refusalOf(fault)
  const wide = rows.find(({ cells }) => cells.length > maxColumns)
  if (wide) throw refusalOf(tooWide(wide.line))
  return { matching, heading, keys, unknown, rows }
}

const tooWide = (line: number): TableFault => ({ kind: 'syntax', line, message: '欄位過多' })

/** The words that nobody knows. Throws IMPORT_COLUMNS. */
function checkHeading(
  heading: readonly string[],
  keys: readonly (string | null)[],
  { source, matching }: { source: ImportSource; matching: ImportMatching },
): string[] {
  const doubled = keys.findIndex((key, position) => key !== null && keys.indexOf(key) < position)
  if (doubled >= 0) throw columnsError(`重複的欄位：${heading[doubled]}`, matching)
  const needed = [source.columns[0]?.key ?? '', ...source.required]
  const missing = source.columns.filter(({ key }) => needed.includes(key) && !keys.includes(key))
  if (missing.length > 0) {
    throw columnsError(`缺少欄位：${missing.map(({ word }) => word).join('、')}`, matching)
  }
  return heading.filter(
    (word, position) => keys[position] === null && word !== '' && !source.passedOver.includes(word),
  )
}

function refusalOf({ kind, line, message }: TableFault): ShopError {
  if (kind === 'no-text') return new ShopError('IMPORT_NOT_CSV')
  if (kind === 'encoding') return new ShopError('IMPORT_ENCODING')
  if (kind === 'rows') return new ShopError('IMPORT_ROWS')
  if (kind === 'workbook')
    return new ShopError('IMPORT_UNREADABLE', { message: `無法讀取檔案：${message}` })
  return new ShopError('IMPORT_UNREADABLE', { message: `第 ${line} 列無法讀取：${message}` })
}

function columnsError(message: string, matching: ImportMatching): ShopError {
  return new ShopError('IMPORT_COLUMNS', { message, matching })
}
