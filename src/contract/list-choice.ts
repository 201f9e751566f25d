import type { ListFilters } from './catalog.ts'
import { type AddressQuery, parsePageNumber } from './paging.ts'

/** The orders of a list, as the shopper reads them; without one a list has its own. */
export const listSorts = {
  new: '最新上架',
  bestselling: '熱銷',
  price_asc: '價格由低到高',
  price_desc: '價格由高到低',
} as const

/**
 * Choices of a list, kept in the URL, so that back, reload and links keep them. The screen and its
 * document read an address alike.
 */
export interface ListChoice {
  category: string
  page: number
  filters: ListFilters
}

export function listChoice(query: AddressQuery): ListChoice {
  return {
    category: query.get('category') ?? '',
    page: parsePageNumber(query),
    filters: parseFilters(query),
  }
}

/** The query of the list's call; the one that the document is drawn from is the same. */
export function listQuery({ category, page, filters }: ListChoice) {
  return { category, page: String(page), ...filters }
}

/** Whether the order of the reply is shown; a list without any choice is shuffled. */
export function hasOwnOrder({ category, filters }: ListChoice): boolean {
  return category !== '' || filters.sort !== undefined || isFiltered(filters)
}

export function isFiltered({ min_price, max_price, in_stock }: ListFilters): boolean {
  return min_price !== undefined || max_price !== undefined || in_stock !== undefined
}

/** Leaves out what no list can be asked for. */
function parseFilters(query: AddressQuery): ListFilters {
  const sort = Object.keys(listSorts).find((name) => name === query.get('sort'))
  const min = parsePrice(query.get('min_price'))
  const max = parsePrice(query.get('max_price'))
  const isPossible = min === undefined || max === undefined || min <= max
  return {
    ...(sort !== undefined && { sort: sort as keyof typeof listSorts }),
    ...(isPossible && min !== undefined && { min_price: String(min) }),
    ...(isPossible && max !== undefined && { max_price: String(max) }),
    ...(query.get('in_stock') === '1' && { in_stock: '1' as const }),
  }
}

function parsePrice(text: string | null): number | undefined {
  const price = text && /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined
  return price !== undefined && price <= 2_147_483_647 ? price : undefined
}
