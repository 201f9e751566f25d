import type { Pagination } from '#contract/paging.ts'

/** Whether an address asks for a page after the last one, such as the last page before a deletion. */
export function isPastEnd({ current_page: page, total_pages: pages }: Pagination): boolean {
  return page > pages
}
