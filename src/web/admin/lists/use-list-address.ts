import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { readPage } from '#contract/paging.ts'
import { viewQuery } from './find/list-find.ts'
import { readPageSize, rememberedSort, rememberPageSize, rememberSort } from './remembered-list.ts'
import { nextSort, readSort, type Sort } from './sort.ts'

interface ListAddressOptions<Column extends string> {
  columns: readonly Column[]
  filterNames: readonly string[]
  defaultSort?: Sort<Column> | undefined
  /** The key in localStorage of the last chosen order. */
  sortMemory?: string | undefined
  /** The same of the size of a page. */
  sizeMemory?: string | undefined
}

/** List state, read from the address, so that reloads, links and the back button keep it. */
export interface ListAddress<Column extends string> {
  page: number
  /** The texts of all filters by name; an empty one filters nothing. */
  filters: Record<string, string>
  sort: Sort<Column> | undefined
  /** Two addresses with the same key show the same rows. */
  key: string
  /** The query part of the link to another page. */
  pageSearch: (page: number) => string
  /** Undefined where it cannot be chosen. */
  pageSize: string | undefined
  setPageSize: (size: string) => void
  /** The sorted column again flips its order. */
  sortBy: (column: Column) => void
  setSort: (sort: Sort<Column>) => void
  setFilter: (name: string, text: string) => void
  setFilters: (changes: Record<string, string>) => void
  /** Filters and order, without the page. */
  view: string
  /** Shows these filters and this order, and no others. */
  showView: (query: string) => void
}

export function useListAddress<Column extends string>(
  options: ListAddressOptions<Column>,
): ListAddress<Column> {
  const { columns, filterNames, defaultSort, sortMemory, sizeMemory } = options
  const [params, setParams] = useSearchParams()
  // A second change before the next render goes on from the first, which the router has not shown.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const sort = readSort(params, columns) ?? rememberedSort(sortMemory, columns) ?? defaultSort

  function show(next: URLSearchParams) {
    latest.current = next
    setParams(next)
  }

  const change = (changes: Record<string, string>) => show(changed(latest.current, changes))

  function setSort(next: Sort<Column>) {
    rememberSort(sortMemory, next)
    change({ sort: next.column, order: next.order, page: '' })
  }

  return {
    page: readPage(params.get('page') ?? undefined) ?? 1,
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])),
    sort,
    key: params.toString(),
    pageSearch: (page) => {
      const search = changed(params, { page: page > 1 ? String(page) : '' }).toString()
      return search && `?${search}`
    },
    pageSize: sizeMemory && readPageSize(params.get('page_size'), sizeMemory),
    setPageSize: (size) => {
      rememberPageSize(sizeMemory, size)
      change({ page_size: size, page: '' })
    },
    sortBy: (column) => setSort(nextSort(sort, column)),
    setSort,
    setFilters: (changes) => change({ ...changes, page: '' }),
    view: viewQuery(params, filterNames),
    showView: (query) => show(new URLSearchParams(query)),
    setFilter: (name, text) => change({ [name]: text, page: '' }),
  }
}

/** An empty text removes its parameter. */
function changed(params: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
