import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ExportKind, exportKinds } from '#contract/file-kinds.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { csvStart, toCsvLine } from '../http/csv.ts'
import type { RunAction, RunProgress, RunRow } from '../runs/run-action.ts'
import { updateRun } from '../runs/runs.queries.ts'
import type { AnyExport, ExportRequest } from './export-kind.ts'
import type { Exports } from './export-kinds.ts'
import { insertFile, insertFilePart } from './files.queries.ts'
import { stampOf } from './words.ts'

/** Run input of an export, from its request. */
export interface ExportInput extends ExportRequest {
  isPersonal: boolean
  /** The shop's own address as its maker reached it. */
  ownAddress: string
  /** The name of the file, once there is one. */
  file?: string
}

/** Little enough that a file of any length costs no memory. */
const partBytes = 256 * 1024

export function exportActions(db: NodePgDatabase, exports: Exports): RunAction[] {
  return exportKinds.map((kind) => ({
    kind,
    name: 'export',
    permission: 'data.export',
    work: (run, progress) => writeExport(db, { kind, source: exports[kind] }, run, progress),
  }))
}

class ExportStopped extends Error {}

/** Writes the file of a run in one transaction: all of one moment, and nothing when it dies. */
async function writeExport(
  db: NodePgDatabase,
  { kind, source }: { kind: ExportKind; source: AnyExport },
  run: RunRow,
  progress: RunProgress,
): Promise<void> {
  const input = inputOf(run)
  const name = `${kind}-${stampOf(run.createdAt)}.csv`
  try {
    await transaction(db, async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read`)
      await insertFile(tx, run.id, name)
      await writeParts(tx, { source, input, run, progress })
    })
  } catch (error) {
    if (error instanceof ExportStopped) return
    throw error
  }
  await updateRun(db, run, { input: { ...run.input, file: name } })
}

/** The columns of a file; without the right to them those that tell who somebody is stay out. */
function columnsFor(source: AnyExport, isPersonal: boolean): number[] {
  return source.columns.flatMap(({ isPersonal: isOfPerson = false, isShown }, position) =>
    (isOfPerson && !isPersonal) || isShown?.() === false ? [] : [position],
  )
}

export function inputOf({ input }: Pick<RunRow, 'input'>): ExportInput {
  // Written by `startExport` alone.
  return input as unknown as ExportInput
}

async function writeParts(
  tx: Transaction,
  {
    source,
    input,
    run,
    progress,
  }: {
    source: AnyExport
    input: ExportInput
    run: RunRow
    progress: RunProgress
  },
): Promise<void> {
  const columns = columnsFor(source, input.isPersonal)
  const heading = columns.map((column) => source.columns[column]?.word ?? '')
  let text = csvStart + toCsvLine(heading)
  let position = 0
  const writePart = async () => {
    await insertFilePart(tx, { runId: run.id, position: position++, bytes: Buffer.from(text) })
    text = ''
  }
  let done = 0
  for await (const rows of source.pages(tx, input, { columns, ownAddress: input.ownAddress })) {
    for (const row of rows) {
      text += toCsvLine(row)
      if (text.length >= partBytes) await writePart()
    }
    done += rows.length
    // The total was counted before: rows of a line for each product are more.
    const isWanted = await progress.report({ done, total: Math.max(run.total, done) })
    if (!isWanted) throw new ExportStopped()
    progress.signal.throwIfAborted()
  }
  await writePart()
}
