import { readPage } from '#contract/paging.ts'
import { ShopError } from '../http/shop-error.ts'

/** The requested page of a list; throws for anything that is not a page number. */
export function requestedPage(text: string | undefined): number {
  const page = readPage(text)
  if (page === undefined) throw new ShopError('INVALID_INPUT', { message: ['page 格式錯誤'] })
  return page
}
