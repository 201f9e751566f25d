import type { SortOrder } from '#contract/paging.ts'

export interface Sort<Column extends string> {
  column: Column
  order: SortOrder
}

/** The sorted column again flips its order; another one starts ascending. */
export function nextSort<Column extends string>(
  current: Sort<Column> | undefined,
  column: Column,
): Sort<Column> {
  const flips = current?.column === column && current.order === 'asc'
  return { column, order: flips ? 'desc' : 'asc' }
}

export function readSort<Column extends string>(
  params: URLSearchParams,
  columns: readonly Column[],
): Sort<Column> | undefined {
  const column = columns.find((known) => known === params.get('sort'))
  return column && { column, order: params.get('order') === 'desc' ? 'desc' : 'asc' }
}
