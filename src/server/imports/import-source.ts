import type { Permission } from '#contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import type { LineChange, LineError, LinePlan } from '../db/tables/files.ts'
import type { CsvCell } from '../http/csv.ts'
import type { EntryChange, EntryDone } from '../runs/run-action.ts'

/** A line of a file: its texts by the key of their column; a column that it lacks is not there. */
export interface ReadLine {
  line: number
  /** Of another shop's file: where its row stands. */
  place?: string | null
  cells: ReadonlyMap<string, string>
  /** The columns whose cells an apostrophe keeps from a spreadsheet. */
  guarded: ReadonlySet<string>
}

/** Dry-run result of a line. */
export interface CheckedLine {
  line: number
  outcome: 'new' | 'changed' | 'same' | 'error'
  subjectId: string | null
  title: string
  changes: LineChange[]
  errors: LineError[]
  plan: LinePlan | null
  /** Of lines that are one change: the line that has its plan. */
  group?: number | undefined
}

export interface ImportColumn {
  key: string
  word: string
  /** Headings by which other programs call it. */
  others?: readonly string[]
}

export interface ImportSource {
  permission: Permission
  columns: readonly ImportColumn[]
  /** Those of its template; absent: all. */
  templateColumns?: readonly ImportColumn[]
  /** Files of other shops are read, too. */
  hasPresets?: true
  /** Columns without which no line can be understood. */
  required: readonly string[]
  /** Columns of an exported file that an import passes over. */
  passedOver: readonly string[]
  /** A text that no two lines may share, beside the entry itself. */
  unique?: { key: string; fold(text: string): string }
  /** Whether a line is checked together with those that begin with this one. */
  belongsTo?(line: ReadLine, first: ReadLine): boolean
  undoSeconds?: number
  /** Two lines below the heading, which import without an error. */
  examples(db: Db): Promise<CsvCell[][]>
  /** Changes nothing. */
  check(db: Db, lines: readonly ReadLine[], ownAddress: string): Promise<CheckedLine[]>
  apply(change: EntryChange, plan: LinePlan, ownAddress: string): Promise<EntryDone>
  undo(change: EntryChange, ownAddress: string): Promise<boolean>
}

/** A line that cannot be applied. */
export function faultyLine(
  { line }: Pick<ReadLine, 'line'>,
  about: Pick<CheckedLine, 'title' | 'group'> & { subjectId?: string | null },
  errors: LineError[],
): CheckedLine {
  const { subjectId = null, title, group } = about
  return { line, outcome: 'error', subjectId, title, changes: [], errors, plan: null, group }
}
