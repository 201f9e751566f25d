import { ShopClient } from './shop-client.ts'

export const budgetMs = 100

/** Paths read in turn: `made` counts the requests of one workload. */
export type Workload = [name: string, path: (made: number) => string]

/** In nearly all products, in a tenth, in one of 70, in one of 10,000, in none. */
const searches = {
  'the most frequent character': '的',
  'one character': '陶',
  'two characters': '檯燈',
  'three characters': '陶檯燈',
  'ten characters, in all': '手工拉坯每一件的紋理',
  'a phrase, in none': '亞麻檯燈',
  'several words': '陶 檯燈',
  'a rare word': '型號77',
  nothing: '烏克麗麗',
}
export const manySearches = searches['two characters']

const orders = ['new', 'bestselling', 'price_asc', 'price_desc']
const filters = {
  category: '燈飾',
  min_price: '200',
  max_price: '400',
  in_stock: '1',
}
const { category: _, ...pricedAndAvailable } = filters
const pages = 84

/** Searches by their number of characters and hits: each order, filter and page, and suggestions. */
export function searchWorkloads(): Workload[] {
  return Object.entries(searches).flatMap(([name, q]): Workload[] => {
    const search = (more: string, query: Record<string, string>): Workload => [
      `${name}, ${more}`,
      () => pathOf('/search', { q, ...query }),
    ]
    return [
      ...['relevance', ...orders].flatMap((sort) => [
        search(sort, { sort }),
        search(`${sort}, filtered`, { sort, ...pricedAndAvailable }),
      ]),
      ...Object.entries(filters).map(([key, value]) => search(key, { [key]: value })),
      [`${name}, pages`, (made) => pathOf('/search', { q, page: pageOf(made) })],
      [`${name}, suggestions`, () => pathOf('/search/suggestions', { q })],
    ]
  })
}

/** The list of products in each order, page by page. */
export function listWorkloads(): Workload[] {
  return orders.flatMap((sort): Workload[] => [
    [`list, ${sort}`, (made) => pathOf('/products', { sort, page: pageOf(made) })],
    [
      `list, ${sort}, filtered`,
      (made) => pathOf('/products', { sort, page: pageOf(made), min_price: '200', in_stock: '1' }),
    ],
  ])
}

/** From the last and the first one by turns, so that few requests see pages of both ends. */
function pageOf(made: number): string {
  return String(made % 2 === 0 ? pages - (made % pages) : made % pages)
}

function pathOf(path: string, query: Record<string, string>): string {
  return ShopClient.path(`${path}?${new URLSearchParams(query)}`)
}
