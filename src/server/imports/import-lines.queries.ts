import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { LineOutcome } from '#contract/file-kinds.ts'
import type { Db } from '../db/connect.ts'
import { importLines } from '../db/tables/files.ts'
import { runEntries } from '../db/tables/runs.ts'
import type { CheckedLine } from './import-source.ts'
import type { ImportRow } from './read-file.ts'

const rowsAtOnce = 200

/** Keeps the rows of a file. */
export async function insertLines(
  db: Db,
  runId: string,
  rows: readonly ImportRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const lines = JSON.stringify(rows.slice(from, from + rowsAtOnce))
    await db.execute(sql`
      insert into import_lines (run_id, line, place, cells)
      select ${runId}, line, place, cells from jsonb_to_recordset(${lines}::jsonb)
        as read (line integer, place text, cells jsonb)`)
  }
}

/** The lines after this one as they were in the file. */
export function listRawLines(db: Db, runId: string, page: { after: number; limit: number }) {
  return db
    .select({ line: importLines.line, place: importLines.place, cells: importLines.cells })
    .from(importLines)
    .where(and(eq(importLines.runId, runId), sql`${importLines.line} > ${page.after}`))
    .orderBy(asc(importLines.line))
    .limit(page.limit)
}

export async function writeChecks(
  db: Db,
  runId: string,
  lines: readonly CheckedLine[],
): Promise<void> {
  const rows = lines.map(({ subjectId, ...line }) => ({ ...line, subject_id: subjectId }))
  await db.execute(sql`
    update import_lines set outcome = checked.outcome, subject_id = checked.subject_id,
      title = checked.title, changes = checked.changes, errors = checked.errors,
      plan = nullif(checked.plan, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as checked (
      line integer, outcome text, subject_id text, title text, changes jsonb, errors jsonb,
      plan jsonb)
    where import_lines.run_id = ${runId} and import_lines.line = checked.line`)
}

/** Both lines of an entry that a file has twice are errors. */
export async function refuseRepeatedSubjects(db: Db, runId: string, column: string): Promise<void> {
  const error = JSON.stringify([{ column, reason: '檔案中重複' }])
  await db.execute(sql`
    update import_lines set outcome = 'error', plan = null, changes = '[]',
      errors = errors || ${error}::jsonb
    where run_id = ${runId} and subject_id in (
      select subject_id from import_lines where run_id = ${runId} and subject_id is not null
      group by subject_id having count(*) > 1)
      and not errors @> ${error}::jsonb`)
}

export type Sums = Record<LineOutcome, number>

export async function readSums(db: Db, runId: string): Promise<Sums> {
  const rows = await db
    .select({ outcome: importLines.outcome, lines: count() })
    .from(importLines)
    .where(eq(importLines.runId, runId))
    .groupBy(importLines.outcome)
  const of = (outcome: LineOutcome) => rows.find((row) => row.outcome === outcome)?.lines ?? 0
  return { new: of('new'), changed: of('changed'), same: of('same'), error: of('error') }
}

/** One page of the checked lines, of one outcome when it is given. */
export async function listLines(
  db: Db,
  of: { runId: string; outcome: LineOutcome | undefined },
  page: { limit: number; offset: number },
) {
  const where = and(
    eq(importLines.runId, of.runId),
    of.outcome ? eq(importLines.outcome, of.outcome) : sql`${importLines.outcome} is not null`,
  )
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(importLines)
      .where(where)
      .orderBy(asc(importLines.line))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(importLines, where),
  ])
  return { rows, total }
}

/** Forgets what an entry was made of, once it is applied. */
export async function forgetInput(
  db: Db,
  { runId, position }: { runId: string; position: number },
): Promise<void> {
  await db
    .update(runEntries)
    .set({ input: {} })
    .where(and(eq(runEntries.runId, runId), eq(runEntries.position, position)))
}

/** Makes the entries of a run from the lines that change something; gives their number. */
export async function insertPlannedEntries(db: Db, runId: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into ${runEntries} (run_id, position, subject_id, title, input)
    select run_id, line, subject_id, title, plan from import_lines
    where run_id = ${runId} and outcome in ('new', 'changed') and plan is not null order by line`)
  return rowCount ?? 0
}
