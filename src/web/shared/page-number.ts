import type { Pagination } from '#contract/paging.ts'

/** The page that an address asks for; the first one when it names none that can exist. */
export function parsePageNumber(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 ? page : 1
}

/** Whether an address asks for a page after the last one, such as the last page before a deletion. */
export function isPastEnd({ current_page: page, total_pages: pages }: Pagination): boolean {
  return page > pages
}
