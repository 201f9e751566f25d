import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { sha256 } from '../db/sha256.ts'
import type { LineChange, LineError, LinePlan } from '../db/tables/files.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Column } from '../exports/export-kind.ts'
import type { AdminActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import {
  CellError,
  readCodeCell,
  refuseCutOff,
  refuseLostCharacters,
  refuseRewritten,
} from '../input/csv-cells.ts'
import { shorten } from '../input/shorten.ts'
import type { EntryChange, EntryDone, RunInput } from '../runs/run-action.ts'
import { type CheckedLine, faultyLine, type ImportSource, type ReadLine } from './import-source.ts'

/**
 * A cell as its value on the wire, and as an export writes that value; undefined leaves the column as
 * it is.
 */
export interface CellValue {
  value: unknown
  text: string
}

export interface Call {
  tx: Transaction
  actor: AdminActor
  ownAddress: string
}

/** An import whose lines are entries that an export writes with the same columns. */
export interface TableImport<Row> {
  permission: ImportSource['permission']
  columns: readonly Column<Row>[]
  /** The column that tells the entry. */
  idKey: string
  /** A column that tells a part of the entry: its id is then `entry/part`. */
  partKey?: string
  required: readonly string[]
  passedOver: readonly string[]
  unique?: NonNullable<ImportSource['unique']>
  undoSeconds: number
  examples: ImportSource['examples']
  /** How the texts of a column are read; the id is not among them. */
  cells: Record<string, (text: string, ownAddress: string) => CellValue>
  /** Columns of free text, which a spreadsheet may have rewritten. */
  texts: readonly string[]
  /** Of a new entry: columns that need a text. Undefined where a file makes no entries. */
  needed?: readonly string[]
  /** A column that changes nothing by itself. */
  aside?: string
  idOf(row: Row): string
  titleOf(row: Row): string
  find(db: Db, ids: readonly string[]): Promise<Row[]>
  /** Fields that must be the same when a line is applied. */
  version(row: Row): unknown
  /** The whole input of a change, from the values of the cells and what the entry has now. */
  toInput(values: ReadonlyMap<string, unknown>, known: Row | undefined): RunInput
  /** Throws INVALID_INPUT for an input that the service would refuse. */
  checkInput(input: RunInput, known: Row | undefined, ownAddress: string): void
  /** Errors and notices that only other entries tell. */
  checkOthers?(db: Db, lines: readonly CheckedLine[]): Promise<void>
  /** Locks the entry until the end of the transaction. */
  lock(tx: Transaction, id: string): Promise<unknown>
  create?(call: Call, input: RunInput): Promise<{ id: string; title: string }>
  change(call: Call, id: string, input: RunInput): Promise<void>
  /** The input that gives an entry back what this change takes. */
  before(row: Row, input: RunInput): RunInput
  archive?(call: Call, id: string): Promise<void>
}

export function defineTableImport<Row>(table: TableImport<Row>): ImportSource {
  return {
    ...table,
    check: (db, lines, ownAddress) => checkLines(table, db, lines, ownAddress),
    apply: (change, plan, ownAddress) => applyLine(table, change, plan, ownAddress),
    undo: (change, ownAddress) => undoLine(table, change, ownAddress),
  }
}

export const versionOf = <Row>({ version }: TableImport<Row>, row: Row) =>
  sha256(JSON.stringify(version(row)))

async function checkLines<Row>(
  table: TableImport<Row>,
  db: Db,
  lines: readonly ReadLine[],
  ownAddress: string,
): Promise<CheckedLine[]> {
  const ids = lines.map(({ cells }) => givenId(table, cells, (cell) => cell.trim())).filter(Boolean)
  const found = ids.length === 0 ? [] : await table.find(db, ids)
  const known = new Map(found.map((row) => [table.idOf(row), row]))
  const checked: CheckedLine[] = []
  for (const line of lines) {
    // One may hold a whole description to sanitise.
    await setImmediate()
    checked.push(checkLine(table, line, known, ownAddress))
  }
  await table.checkOthers?.(db, checked)
  return checked
}

/** The id that a line gives; empty for a new entry. */
function givenId<Row>(
  { idKey, partKey = '' }: TableImport<Row>,
  cells: ReadLine['cells'],
  read: (cell: string) => string,
): string {
  const [id, part] = [idKey, partKey].map((key) => read(cells.get(key) ?? ''))
  return part ? `${id}/${part}` : (id ?? '')
}

function checkLine<Row>(
  table: TableImport<Row>,
  line: ReadLine,
  entries: ReadonlyMap<string, Row>,
  ownAddress: string,
): CheckedLine {
  const word = (key: string) => table.columns.find((column) => column.key === key)?.word ?? key
  const idWord = word(table.idKey)
  const given = shorten(line.cells.get('title')?.trim() ?? '', 200)
  let id = ''
  try {
    id = givenId(table, line.cells, readCodeCell)
  } catch (error) {
    return faultyLine(line, { title: given }, [{ column: idWord, reason: reasonOf(error) }])
  }
  const known = entries.get(id)
  const title = known === undefined ? given || id : table.titleOf(known)
  if (!known && (id !== '' || !table.needed)) {
    const reason = id === '' ? `請填寫${idWord}` : `找不到「${shorten(id, 40)}」`
    return faultyLine(line, { title }, [{ column: idWord, reason }])
  }
  const { values, changes, errors } = readCells(table, line, known, ownAddress)
  if (!known) errors.push(...missingTexts(table, line, word))
  const about = { subjectId: known ? id : null, title }
  if (errors.length > 0) return faultyLine(line, about, errors)
  const isSame = changes.every(({ column }) => column === word(table.aside ?? ''))
  if (known && isSame) {
    return { ...about, line: line.line, outcome: 'same', changes: [], errors, plan: null }
  }
  const input = table.toInput(values, known)
  try {
    table.checkInput(input, known, ownAddress)
  } catch (error) {
    return faultyLine(line, about, refusalsOf(error, word))
  }
  const outcome = known ? 'changed' : 'new'
  const seen = known ? versionOf(table, known) : null
  return { ...about, line: line.line, outcome, changes, errors, plan: { input, seen } }
}

/** More than any column takes: such a cell is refused before it costs anything. */
const maxCell = 200_000

/** The cells that say something else than the entry, and those that say nothing. */
export function readCells<Row>(
  table: TableImport<Row>,
  { cells, guarded }: ReadLine,
  known: Row | undefined,
  ownAddress: string,
) {
  const values = new Map<string, unknown>()
  const changes: LineChange[] = []
  const errors: LineError[] = []
  for (const { key, word, cell } of table.columns) {
    const text = cells.get(key)
    const read = table.cells[key]
    const before = known === undefined ? '' : String(cell(known, ownAddress))
    if (text === undefined || !read || isSameCell(text, before)) continue
    try {
      if (text.length > maxCell) throw new CellError(`${word} 長度超過上限`)
      refuseLostCharacters(text)
      if (table.texts.includes(key) && !guarded.has(key)) refuseRewritten(text)
      refuseCutOff(text, before)
      const { value, text: after } = read(text, ownAddress)
      if (value === undefined || (after === before && known)) continue
      values.set(key, value)
      if (after !== before) changes.push({ column: word, before, after })
    } catch (error) {
      errors.push({ column: word, reason: reasonOf(error) })
    }
  }
  return { values, changes, errors }
}

/** Line ends are ignored, since spreadsheets change them on saving. */
function isSameCell(text: string, before: string): boolean {
  const lines = (cell: string) => cell.replace(/\r\n?/g, '\n')
  return text === before || lines(text) === lines(before)
}

function missingTexts<Row>(
  { needed = [] }: TableImport<Row>,
  { cells }: ReadLine,
  word: (key: string) => string,
): LineError[] {
  return needed.flatMap((key) =>
    cells.get(key)?.trim() ? [] : [{ column: word(key), reason: `新增時請填寫${word(key)}` }],
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof CellError) return error.message
  throw error
}

/** The faults of an input, by the words of its columns. */
function refusalsOf(error: unknown, word: (key: string) => string): LineError[] {
  if (!(error instanceof ShopError)) throw error
  const { fields, message } = error.reply
  if (!fields) return [message].flat().map((reason) => ({ column: '', reason }))
  return Object.entries(fields).map(([key, text]) => {
    const column = word(key)
    return { column, reason: text.replace(key, column).trim() }
  })
}

async function applyLine<Row>(
  table: TableImport<Row>,
  { tx, actor, entry }: EntryChange,
  { input, seen }: LinePlan,
  ownAddress: string,
): Promise<EntryDone> {
  const call = { tx, actor, ownAddress }
  if (seen === null) {
    if (!table.create) throw new ShopError('IMPORT_CHANGED')
    const { id, title } = await table.create(call, input)
    return { subjectId: id, title, undo: { after: await currentVersion(table, tx, id) } }
  }
  const id = entry.subjectId ?? ''
  await table.lock(tx, id)
  const [known] = await table.find(tx, [id])
  if (!known || versionOf(table, known) !== seen) throw new ShopError('IMPORT_CHANGED')
  const before = table.before(known, input)
  await table.change(call, id, input)
  const undo = { before, after: await currentVersion(table, tx, id) }
  return { title: table.titleOf(known), undo }
}

async function currentVersion<Row>(table: TableImport<Row>, tx: Transaction, id: string) {
  const [row] = await table.find(tx, [id])
  return row ? versionOf(table, row) : null
}

/** False for an entry that somebody has changed since the import. */
async function undoLine<Row>(
  table: TableImport<Row>,
  { tx, actor, entry }: EntryChange,
  ownAddress: string,
): Promise<boolean> {
  const id = entry.subjectId ?? ''
  const { before, after } = entry.undo ?? {}
  await table.lock(tx, id)
  if (after === null || after !== (await currentVersion(table, tx, id))) return false
  const call = { tx, actor, ownAddress }
  if (before === undefined) await table.archive?.(call, id)
  else await table.change(call, id, before as RunInput)
  return true
}
