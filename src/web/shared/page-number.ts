import { type Pagination, readPage } from '#contract/paging.ts'

/** The page that an address asks for; the first one when it names none that can exist. */
export function parsePageNumber(query: URLSearchParams): number {
  return readPage(query.get('page') ?? undefined) ?? 1
}

/** Whether an address asks for a page after the last one, such as the last page before a deletion. */
export function isPastEnd({ current_page: page, total_pages: pages }: Pagination): boolean {
  return page > pages
}
