import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import {
  type ExportKind,
  fileKindLabels,
  maxExportedRows,
  personFile,
} from '#contract/file-kinds.ts'
import { maskText } from '#contract/masking.ts'
import { recordAudit } from '../audit/audit.ts'
import { transaction } from '../db/transaction.ts'
import { requirePermission, staffActor } from '../http/actor.ts'
import { type Caller, requireConfirmation } from '../http/caller.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { workRunJob } from '../runs/run.jobs.ts'
import { findClockedRun } from '../runs/runs.queries.ts'
import { openRun } from '../runs/runs.service.ts'
import type { ExportFilter, ExportRequest } from './export-kind.ts'
import type { Exports } from './export-kinds.ts'
import { findFile } from './files.queries.ts'
import { type ExportInput, inputOf } from './write-export.ts'

export interface ExportDeps {
  db: NodePgDatabase
  jobs: JobSender
  exports: Exports
}

/** Starts an export and gives the id of its run; throws EXPORT_TOO_LARGE. */
export async function startExport(
  { db, jobs, exports }: ExportDeps,
  caller: Caller,
  asked: ExportRequest & { kind: ExportKind; isPersonal: boolean; ownAddress: string },
): Promise<string> {
  const { kind, ...input } = asked
  const source = exports[kind]
  const actor = staffActor(caller.actor)
  requirePermission(actor, source.permission)
  if (input.isPersonal) requirePersonal(caller)
  source.check(input)
  const total = await source.count(db, input, maxExportedRows + 1)
  if (total > maxExportedRows) throw new ShopError('EXPORT_TOO_LARGE')
  const isPersonal = input.isPersonal && source.columns.some((column) => column.isPersonal)
  const id = await transaction(db, async (tx) => {
    const action = { kind, name: 'export' }
    const kept: ExportInput = { ...input, isPersonal }
    const opened = { action, input: { ...kept }, entries: [], state: 'queued', total } as const
    const run = await openRun({ jobs }, tx, opened, actor)
    if (isPersonal) {
      await recordAudit(tx, actor, {
        action: 'export.personal',
        subject: subjectOf(run.id, kind),
        after: { filter: maskFilter(input.filter), ...(input.ids && { ids: input.ids.length }) },
      })
    }
    return run.id
  })
  jobs.wake(workRunJob)
  return id
}

function requirePersonal(caller: Caller): void {
  requirePermission(caller.actor, 'person.export')
  requireConfirmation(caller)
}

/** A search text may be a name, and a tag is one that a person has. */
function maskFilter(filter: ExportFilter): ExportFilter {
  const { q, tag, ...plain } = filter
  return { ...plain, ...(q && { q: maskText(q) }), ...(tag && { tag: maskText(tag) }) }
}

function subjectOf(id: string, kind: string) {
  const words: Record<string, string | undefined> = {
    ...fileKindLabels,
    [personFile.kind]: personFile.label,
  }
  return { kind: 'run', id, title: `匯出${words[kind] ?? kind}` }
}

/**
 * The name of the file of an export, for the account that made it; throws RUN_NOT_FOUND, and
 * EXPORT_GONE once it has expired. That a file with personal columns was fetched is recorded.
 */
export async function openExportFile(
  { db, exports }: ExportDeps,
  caller: Caller,
  runId: string,
): Promise<{ name: string }> {
  const actor = staffActor(caller.actor)
  const found = await findClockedRun(db, runId)
  const isOwn = actor.kind === 'admin' && found?.run.startedBy === actor.id
  if (!found || !isOwn || found.run.action !== 'export') throw new ShopError('RUN_NOT_FOUND')
  const { run } = found
  const { isPersonal, file: made } = inputOf(run)
  const permission =
    run.kind === personFile.kind
      ? 'person.export'
      : (exports as Partial<Exports>)[run.kind as ExportKind]?.permission
  if (!permission || made === undefined) throw new ShopError('RUN_NOT_FOUND')
  requirePermission(actor, permission)
  if (isPersonal) requirePersonal(caller)
  const file = await findFile(db, runId)
  if (!file) throw new ShopError('EXPORT_GONE')
  if (isPersonal) {
    await recordAudit(db, actor, { action: 'export.fetch', subject: subjectOf(runId, run.kind) })
  }
  return file
}
