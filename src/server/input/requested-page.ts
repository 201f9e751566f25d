import { readPage } from '#contract/paging.ts'
import { ShopError } from '../http/shop-error.ts'

/** The page that a list is asked for; refuses everything that is no page. */
export function requestedPage(text: string | undefined): number {
  const page = readPage(text)
  if (page === undefined) throw new ShopError('INVALID_INPUT', { message: ['page 格式錯誤'] })
  return page
}
