import type { Pagination } from '#contract/paging.ts'
import type { ListAddress } from './use-list-address.ts'

/** The query of a list's call, as its address tells. */
export function listQuery<Column extends string>(address: ListAddress<Column>) {
  return {
    page: String(address.page),
    sort: address.sort?.column,
    order: address.sort?.order,
  }
}

/** Who opens a list sees what it holds now; meanwhile it shows what it held the last time. */
export const freshOnOpening = { staleTime: 0 } as const

/** One page of a list, whatever it is a list of; no rows while there is no answer yet. */
export interface ListPage<Row> {
  rows: Row[] | undefined
  pagination: Pagination | undefined
  error: Error | null
  retry: () => void
}
