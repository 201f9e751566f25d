import { setImmediate } from 'node:timers/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FileEncoding, ImportKind } from '#contract/file-kinds.ts'
import type { ImportPreset } from '#contract/import-presets.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { requirePermission, type StaffActor } from '../http/actor.ts'
import { PlainCell, toCsv, toCsvLine } from '../http/csv.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { workRunJob } from '../runs/run.jobs.ts'
import type { RunActions } from '../runs/run-action.ts'
import { nextRunState } from '../runs/run-states.ts'
import { updateRun } from '../runs/runs.queries.ts'
import { getRun, lockOwnRun, openRun } from '../runs/runs.service.ts'
import { type ImportInput, type Imports, importInputOf } from './import-actions.ts'
import { insertLines, insertPlannedEntries, listLines, readSums } from './import-lines.queries.ts'
import { readMatches, writeMatches } from './import-matches.queries.ts'
import type { ImportSource } from './import-source.ts'
import { foldWord } from './presets/product-preset.ts'
import { type ReadingChoice, readImportFiles } from './read-file.ts'

export interface ImportDeps {
  db: NodePgDatabase
  jobs: JobSender
  imports: Imports
  actions: RunActions
}

/** Files as somebody sent them, and what was said of them. */
export interface SentFiles {
  files: { fileName: string; bytes: Buffer }[]
  encoding: FileEncoding
  preset: ImportPreset | 'auto'
  columns: ReadonlyMap<string, string>
}

/** The import of a kind, for who may use it. */
export function permittedImport(
  imports: Imports,
  kind: ImportKind,
  actor: StaffActor,
): ImportSource {
  const source = imports[kind]
  requirePermission(actor, source.permission)
  return source
}

function choiceOf(db: Db, kind: ImportKind, sent: SentFiles): ReadingChoice {
  return { ...sent, remembered: (preset) => readMatches(db, kind, preset) }
}

/**
 * Keeps the lines of files, remembers how their columns were matched by hand, and starts the dry run;
 * throws the refusals of `readImportFiles`.
 */
export async function startDryRun(
  { db, jobs, imports }: ImportDeps,
  actor: StaffActor,
  asked: { kind: ImportKind; sent: SentFiles; ownAddress: string },
) {
  const { kind, ownAddress, sent } = asked
  const fileName = sent.files.map((file) => file.fileName).join('、')
  const source = permittedImport(imports, kind, actor)
  const { rows, heading, keys, unknown, matching } = await readImportFiles(
    sent.files,
    source,
    choiceOf(db, kind, sent),
  )
  const { preset } = matching
  const input: ImportInput = { fileName, preset, heading, keys, ownAddress }
  const action = { kind, name: 'import' }
  const state = 'checking' as const
  const id = await transaction(db, async (tx) => {
    const opened = { action, input: { ...input }, entries: [], state, total: rows.length }
    const run = await openRun({ jobs }, tx, opened, actor)
    await insertLines(tx, run.id, rows)
    const matches = [...sent.columns].map(([word, field]) => [foldWord(word), field] as const)
    await writeMatches(tx, { kind, preset }, new Map(matches))
    return run.id
  })
  jobs.wake(workRunJob)
  return { id, unknown, matching }
}

/** Applies what the dry run showed; throws RUN_STATE when there is nothing, or a fault in it. */
export async function startImport(
  deps: ImportDeps,
  actor: StaffActor,
  asked: { runId: string; skipsErrors: boolean },
): Promise<void> {
  const { db, jobs, actions } = deps
  await transaction(db, async (tx) => {
    const { run } = await lockOwnRun({ actions }, tx, asked.runId, actor)
    if (run.action !== 'import') throw new ShopError('RUN_NOT_FOUND')
    const state = nextRunState(run.state, 'start')
    if (state === run.state) return
    const sums = await readSums(tx, run.id)
    if (sums.error > 0 && !asked.skipsErrors) {
      throw new ShopError('RUN_STATE', { message: `有 ${sums.error} 列錯誤，請先略過有錯誤的列` })
    }
    const total = await insertPlannedEntries(tx, run.id)
    if (total === 0) throw new ShopError('RUN_STATE', { message: '沒有需要匯入的資料' })
    await updateRun(tx, run, { state, total, done: 0 })
    await jobs.send(tx, workRunJob, { runId: run.id })
    const { fileName } = importInputOf(run)
    await recordAudit(tx, actor, {
      action: 'import.start',
      subject: { kind: 'run', id: run.id, title: fileName },
      after: { kind: run.kind, ...sums },
    })
  })
  jobs.wake(workRunJob)
}

/** A run of an import that the actor may see; throws RUN_NOT_FOUND. */
export async function getImportRun({ db, imports }: ImportDeps, id: string, actor: StaffActor) {
  const found = await getRun(db, id, actor)
  const source = (imports as Partial<Imports>)[found.run.kind as ImportKind]
  if (!source || found.run.action !== 'import') throw new ShopError('RUN_NOT_FOUND')
  requirePermission(actor, source.permission)
  return found
}

/** The heading of a file to import and two lines below it. */
export async function toTemplate(db: Db, source: ImportSource): Promise<string> {
  const columns = source.templateColumns ?? source.columns
  return toCsv([columns.map(({ word }) => word), ...(await source.examples(db))])
}

const linesAtOnce = 1_000

/** The faulty lines of an import as they were, with a column 「錯誤」. */
export async function toErrorFile(
  db: Db,
  runId: string,
  { heading }: Pick<ImportInput, 'heading'>,
): Promise<string> {
  let text = toCsv([[...heading, '錯誤']])
  for (let offset = 0; ; offset += linesAtOnce) {
    const of = { runId, outcome: 'error' as const }
    const page = await listLines(db, of, { limit: linesAtOnce, offset })
    for (const { cells, errors } of page.rows) {
      await setImmediate()
      const reasons = errors.map(({ column, reason }) => (column ? `${column}：${reason}` : reason))
      const whole = heading.map((_, position) => new PlainCell(cells[position] ?? ''))
      text += toCsvLine([...whole, reasons.join('；')])
    }
    if (page.rows.length < linesAtOnce) return text
  }
}
