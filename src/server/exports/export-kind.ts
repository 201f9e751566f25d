import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Permission } from '#contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import type { CsvCell } from '../http/csv.ts'

/** The query of a list, as its address has it. */
export type ExportFilter = Record<string, string>

export interface ExportRequest {
  filter: ExportFilter
  /** Only these of what the filter finds. */
  ids: readonly string[] | undefined
}

/** One column of a file; `key` is its name on the wire, which an import knows, too. */
export interface Column<Row> {
  key: string
  word: string
  /** Tells who somebody is. */
  isPersonal?: true
  /** Absent: always. */
  isShown?: () => boolean
  /** `ownAddress` is the shop's own, for pictures. */
  cell(row: Row, ownAddress: string): CsvCell
}

/** A part of the rows in the order of their ids, and where the next one begins. */
export interface ExportPage<Row> {
  rows: Row[]
  last: string | undefined
}

export interface ExportSource<Row = never> {
  /** Whose list it is. */
  permission: Permission
  columns: readonly Column<Row>[]
  /** Throws INVALID_INPUT for a filter that the list does not have. */
  check(request: ExportRequest): void
  /** How many rows it has, counted to `limit`. */
  count(db: NodePgDatabase, request: ExportRequest, limit: number): Promise<number>
  /** The rows whose ids come after this one, of at most `limit` ids. */
  read(
    db: Db,
    request: ExportRequest,
    page: { after: string | undefined; limit: number },
  ): Promise<ExportPage<Row>>
}

/** A source whose rows only its own columns read. */
export interface AnyExport {
  permission: Permission
  columns: readonly { word: string; isPersonal?: true; isShown?: () => boolean }[]
  check(request: ExportRequest): void
  count(db: NodePgDatabase, request: ExportRequest, limit: number): Promise<number>
  /** One page after the other, as the cells of the columns of these positions. */
  pages(
    db: Db,
    request: ExportRequest,
    wanted: { columns: readonly number[]; ownAddress: string },
  ): AsyncGenerator<CsvCell[][]>
}

const idsAtOnce = 250

export function defineExport<Row>(source: ExportSource<Row>): AnyExport {
  return {
    ...source,
    async *pages(db, request, { columns, ownAddress }) {
      const wanted = columns.flatMap((position) => source.columns[position] ?? [])
      let after: string | undefined
      do {
        const page = await source.read(db, request, { after, limit: idsAtOnce })
        yield page.rows.map((row) => wanted.map((column) => column.cell(row, ownAddress)))
        after = page.last
      } while (after !== undefined)
    },
  }
}

/** Where the next page begins: after the last id, unless the page was not full. */
export function lastOf<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): string | undefined {
  return rows.length < limit ? undefined : rows.at(-1)?.id
}
