import { useSearchParams } from 'react-router'
import { readPage } from '#contract/paging.ts'
import { nextSort, readSort, type Sort } from './sort.ts'

/** What a list shows, as its address tells: reloads, links and the back button keep it. */
export interface ListAddress<Column extends string> {
  page: number
  category: string
  sort: Sort<Column> | undefined
  /** Two addresses with the same key show the same rows. */
  key: string
  /** The query part of the link to another page. */
  pageSearch: (page: number) => string
  sortBy: (column: Column) => void
  searchCategory: (text: string) => void
}

export function useListAddress<Column extends string>(
  columns: readonly Column[],
  defaultSort?: Sort<Column>,
): ListAddress<Column> {
  const [params, setParams] = useSearchParams()
  const sort = readSort(params, columns) ?? defaultSort

  function changed(changes: Record<string, string>): URLSearchParams {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next
  }

  return {
    page: readPage(params.get('page') ?? undefined) ?? 1,
    category: params.get('category') ?? '',
    sort,
    key: params.toString(),
    pageSearch: (page) => {
      const search = changed({ page: page > 1 ? String(page) : '' }).toString()
      return search && `?${search}`
    },
    sortBy: (column) => {
      const next = nextSort(sort, column)
      setParams(changed({ sort: next.column, order: next.order, page: '' }))
    },
    searchCategory: (text) => setParams(changed({ category: text, page: '' })),
  }
}
