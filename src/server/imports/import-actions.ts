import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ImportKind, importKinds } from '#contract/file-kinds.ts'
import type { ImportPreset } from '#contract/import-presets.ts'
import type { LinePlan } from '../db/tables/files.ts'
import { unguardCell } from '../input/csv-cells.ts'
import { shorten } from '../input/shorten.ts'
import type { JobSender } from '../jobs/jobs.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import type { RunAction, RunProgress, RunRow } from '../runs/run-action.ts'
import { couponImport } from './coupon-import.ts'
import { listRawLines, refuseRepeatedSubjects, writeChecks } from './import-lines.queries.ts'
import { type CheckedLine, faultyLine, type ImportSource, type ReadLine } from './import-source.ts'
import { notePictures } from './pictures/fetch-pictures.ts'
import { productImport } from './product-import.ts'
import { shipmentImport } from './shipment-import.ts'
import { stockImport } from './stock-import.ts'
import { subscriberImport } from './subscriber-import.ts'

export type Imports = Record<ImportKind, ImportSource>

export function createImports(deps: { subscribers: readonly OrderSubscriber[] }): Imports {
  return {
    products: productImport,
    stock: stockImport,
    coupons: couponImport,
    shipments: shipmentImport(deps.subscribers),
    subscribers: subscriberImport,
  }
}

/** Run input of an import, from its file. */
export interface ImportInput {
  fileName: string
  /** Absent of a run from before there were any. */
  preset?: ImportPreset
  heading: string[]
  keys: (string | null)[]
  /** The shop's own address as the sender reached it. */
  ownAddress: string
}

export function importInputOf({ input }: Pick<RunRow, 'input'>): ImportInput {
  // Written by `startDryRun` alone.
  return input as unknown as ImportInput
}

export function importActions(
  { db, jobs }: { db: NodePgDatabase; jobs: Pick<JobSender, 'send'> },
  imports: Imports,
): RunAction[] {
  return importKinds.map((kind) => {
    const source = imports[kind]
    return {
      kind,
      name: 'import',
      permission: source.permission,
      // Each line clears the cache of product lists, so lines are imported one at a time.
      parallel: 1,
      ...(source.undoSeconds !== undefined && { undoSeconds: source.undoSeconds }),
      prepare: (run, progress) => checkLines(db, source, run, progress),
      // The plan of the line, by `insertPlannedEntries`.
      async apply(change) {
        const { tx, run, entry } = change
        const { ownAddress, preset = 'own' } = importInputOf(run)
        const done = await source.apply(change, entry.input as unknown as LinePlan, ownAddress)
        if (preset !== 'own' && done.subjectId !== undefined) {
          await notePictures(jobs, tx, { runId: run.id, productId: done.subjectId })
        }
        return done
      },
      undo: (change) => source.undo(change, importInputOf(change.run).ownAddress),
    }
  })
}

/** Bounds of one step, so that it holds the event loop for a short time. */
const atOnce = { lines: 50, characters: 100_000 }

/** The dry run: what each line would change. Killed, it begins again. */
async function checkLines(
  db: NodePgDatabase,
  source: ImportSource,
  run: RunRow,
  progress: RunProgress,
): Promise<void> {
  const { keys, ownAddress } = importInputOf(run)
  const repeated = await findRepeated(db, source, run.id, keys)
  const begun = new Set<string>()
  let done = 0
  for await (const lines of readLines(db, source, run.id, keys)) {
    const checked = await source.check(db, lines, ownAddress)
    const judged = checked.map((line, position) =>
      refuseRepeated(source, line, lines[position], repeated),
    )
    const places = new Map(lines.map(({ line, place }) => [line, place ?? `第 ${line} 列`]))
    await writeChecks(db, run.id, refuseParts(judged, begun, places))
    done += lines.length
    // Of one that was cancelled the rest does not matter.
    if (!(await progress.report({ done, total: run.total }))) return
    progress.signal.throwIfAborted()
  }
  await refuseRepeatedSubjects(db, run.id, source.columns[0]?.word ?? '')
}

/** The lines in parts of about `atOnce`, those that belong together in one. */
async function* readLines(
  db: NodePgDatabase,
  { belongsTo }: ImportSource,
  runId: string,
  keys: readonly (string | null)[],
): AsyncGenerator<ReadLine[]> {
  let lines: ReadLine[] = []
  let first: ReadLine | undefined
  let characters = 0
  for (let after = 0; ; ) {
    const rows = await listRawLines(db, runId, { after, limit: atOnce.lines })
    const last = rows.at(-1)
    if (!last) break
    for (const { line, place, cells } of rows) {
      const read = { ...toReadLine(line, cells, keys), place }
      const length = cells.reduce((sum, cell) => sum + cell.length, 0)
      if (!first || !belongsTo?.(read, first)) {
        first = read
        const isFull = lines.length >= atOnce.lines || characters + length > atOnce.characters
        if (isFull && lines.length > 0) {
          yield lines
          lines = []
          characters = 0
        }
      }
      lines.push(read)
      characters += length
    }
    after = last.line
  }
  if (lines.length > 0) yield lines
}

function toReadLine(
  line: number,
  raw: readonly string[],
  keys: readonly (string | null)[],
): ReadLine {
  const cells = new Map<string, string>()
  const guarded = new Set<string>()
  for (const [position, key] of keys.entries()) {
    const cell = raw[position]
    if (key === null || cell === undefined) continue
    cells.set(key, unguardCell(cell))
    if (cell !== cells.get(key)) guarded.add(key)
  }
  return { line, cells, guarded }
}

/** The texts that two lines share and may not. */
async function findRepeated(
  db: NodePgDatabase,
  source: ImportSource,
  runId: string,
  keys: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const { unique } = source
  const [seen, repeated] = [new Set<string>(), new Set<string>()]
  if (!unique) return repeated
  for await (const lines of readLines(db, source, runId, keys)) {
    for (const { cells } of lines) {
      const text = unique.fold(cells.get(unique.key) ?? '')
      if (text === '') continue
      if (seen.has(text)) repeated.add(text)
      seen.add(text)
    }
  }
  return repeated
}

function refuseRepeated(
  { unique, columns }: ImportSource,
  checked: CheckedLine,
  line: ReadLine | undefined,
  repeated: ReadonlySet<string>,
): CheckedLine {
  const text = unique && line?.cells.get(unique.key)
  if (!unique || !line || !text || !repeated.has(unique.fold(text))) return checked
  const column = columns.find(({ key }) => key === unique.key)?.word ?? ''
  const errors = [...checked.errors, { column, reason: `「${shorten(text, 40)}」在檔案中重複` }]
  return faultyLine(line, checked, errors)
}

/** Lines of one change are applied together: one that is refused refuses all of them. */
function refuseParts(
  lines: readonly CheckedLine[],
  begun: Set<string>,
  places: ReadonlyMap<number, string>,
): CheckedLine[] {
  const faults = new Map<number, string>()
  for (const { line, outcome, subjectId, group } of lines) {
    if (group === undefined || faults.has(group)) continue
    if (outcome === 'error') faults.set(group, `同一商品的${places.get(line)}有錯誤`)
    else if (subjectId !== null && begun.has(subjectId)) faults.set(group, '同一商品的列請排在一起')
    if (subjectId !== null) begun.add(subjectId)
  }
  return lines.map((line) => {
    const reason = line.group === undefined ? undefined : faults.get(line.group)
    if (reason === undefined || line.outcome === 'error') return line
    return faultyLine(line, { title: line.title }, [{ column: '', reason }])
  })
}
