import type { Static } from 'typebox'
import type * as schema from './paging.schema.ts'

export type Pagination = Static<typeof schema.Pagination>
/** A `URLSearchParams`, which has no type outside of browsers and Node. */
export interface AddressQuery {
  get(name: string): string | null
}
export type SortOrder = 'asc' | 'desc'

export const storefrontPageSize = 12
export const adminPageSize = 10
/** How many rows a page of a long list of the back office may have. */
export const adminPageSizes = ['10', '50'] as const
/** A list that is sorted, filtered or searched ends here: 84 pages, of more than 1,000 entries. */
export const cappedList = { pages: 84, counted: 1_000 }

/** A filtered list of the back office is counted to 100 pages. */
export const adminCapped = { pages: 100, counted: 1_000 }

/** The page that a query asks for; undefined when it is no whole number from 1 on. */
export function readPage(text: string | undefined): number | undefined {
  if (text === undefined || text === '' || text === 'undefined') return 1
  if (!/^[0-9]{1,9}$/.test(text)) return undefined
  const page = Number(text)
  return page >= 1 ? page : undefined
}

/** The page that an address asks for; the first one when it names none that can exist. */
export function parsePageNumber(query: AddressQuery): number {
  return readPage(query.get('page') ?? undefined) ?? 1
}

/** `total` is the number of entries in the whole list; an empty list has one page. */
export function paginate(options: {
  page: number
  pageSize: number
  total: number
  category?: string
}): Pagination {
  const pages = Math.max(1, Math.ceil(options.total / options.pageSize))
  return {
    total_pages: pages,
    current_page: options.page,
    has_pre: options.page > 1,
    has_next: options.page < pages,
    category: options.category ?? '',
  }
}

/** As `paginate`, for a list of which no more than `cappedList` is read. */
export function paginateCapped(options: {
  page: number
  total: number
  category?: string
}): Pagination {
  const isCapped = options.total > cappedList.counted
  const total = isCapped ? cappedList.pages * storefrontPageSize : options.total
  const pagination = paginate({ ...options, total, pageSize: storefrontPageSize })
  return isCapped ? { ...pagination, is_capped: true } : pagination
}

/**
 * As `paginate`, for a filtered list of the back office: `counted` are its entries up to one more
 * than `adminCapped` counts, `hasNext` says whether another page follows.
 */
export function paginateFound(options: {
  page: number
  counted: number
  hasNext: boolean
  pageSize?: number
  category?: string
}): Pagination {
  const isCapped = options.counted > adminCapped.counted
  const total = isCapped ? adminCapped.counted : options.counted
  const pagination = paginate({ pageSize: adminPageSize, ...options, total })
  return isCapped ? { ...pagination, has_next: options.hasNext, is_capped: true } : pagination
}
