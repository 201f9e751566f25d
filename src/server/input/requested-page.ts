import { adminPageSize, type Pagination, paginate, readPage } from '#contract/paging.ts'
import { ShopError } from '../http/shop-error.ts'

/** The requested page of a list; throws for anything that is not a page number. */
export function requestedPage(text: string | undefined): number {
  const page = readPage(text)
  if (page === undefined) throw new ShopError('INVALID_INPUT', { message: ['page 格式錯誤'] })
  return page
}

/** The rows of a list of the back office on the requested page, and its place among all pages. */
export async function readRequestedPage<Found extends { total: number }>(
  query: { page?: string; page_size?: string },
  list: (place: { limit: number; offset: number }) => Promise<Found>,
): Promise<Found & { pagination: Pagination }> {
  const page = requestedPage(query.page)
  const pageSize = Number(query.page_size ?? adminPageSize)
  const found = await list({ limit: pageSize, offset: (page - 1) * pageSize })
  return { ...found, pagination: paginate({ page, pageSize, total: found.total }) }
}
