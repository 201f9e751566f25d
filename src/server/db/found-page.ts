import { adminCapped, adminPageSize } from '#contract/paging.ts'

/** The ids of a filtered list in its order; the cost of a list lies in its `limit`. */
export type FindIds = (part: { limit: number; offset: number }) => Promise<string[]>

export interface FoundPage<Row> {
  rows: Row[]
  /** See `paginateFound`. */
  counted: number
  hasNext: boolean
}

/**
 * Reads one page of a filtered list, and its length up to one more than `adminCapped` counts: the
 * ids up to there are read at once. Pages beyond are read on their own.
 */
export async function readFoundPage<Row extends { id: string }>(
  page: number,
  list: { findIds: FindIds; read: (ids: string[]) => PromiseLike<Row[]> },
): Promise<FoundPage<Row>> {
  const offset = (page - 1) * adminPageSize
  const first = await list.findIds({ limit: adminCapped.counted + 1, offset: 0 })
  const isBeyond = offset >= adminCapped.counted && first.length > adminCapped.counted
  const found = isBeyond
    ? await list.findIds({ limit: adminPageSize + 1, offset })
    : first.slice(offset, offset + adminPageSize + 1)
  const ids = found.slice(0, adminPageSize)
  const rows = ids.length > 0 ? await list.read(ids) : []
  const place = new Map(ids.map((id, index) => [id, index]))
  return {
    rows: rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)),
    counted: first.length,
    hasNext: found.length > adminPageSize,
  }
}
