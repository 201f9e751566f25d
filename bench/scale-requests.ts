import { randomFrom } from '../tests/harness/random.ts'
import { categories, ownerOf, type ShopSize } from './scale-data.ts'
import { ShopClient } from './shop-client.ts'

/** One kind of request: its parameters are random, with the same seed for each size. */
export interface Kind {
  name: string
  /**
   * `hit`: the page is in the response cache; `miss`: it is evicted before; `none`: it is not
   * cached.
   */
  cache: 'hit' | 'miss' | 'none'
  path(random: number): string
  token?: string
}

export interface Subjects {
  size: ShopSize
  productIds: string[]
  adminToken: string
  memberToken: string
}

const shown = 12
const administered = 10

export function kindsOf({ size, productIds, adminToken, memberToken }: Subjects): Kind[] {
  const pages = Math.ceil((size.products * 0.98) / shown)
  const inCategory = Math.ceil((size.products * 0.98) / categories.length / shown)
  const products = Math.ceil(size.products / administered)
  const orders = Math.ceil(size.orders / administered)
  const anyOf = (last: number) => (random: number) => 1 + Math.floor(random * last)
  const list = (page: (random: number) => number, category = '') => {
    const filter = category && `&category=${encodeURIComponent(category)}`
    return (random: number) => ShopClient.path(`/products?page=${page(random)}${filter}`)
  }
  const back = (path: string) => ({ cache: 'none' as const, path: () => path, token: adminToken })
  const admin = (path: string) => back(ShopClient.path(`/admin/${path}`))
  const part = encodeURIComponent('茶')
  const storefront: Omit<Kind, 'cache'>[] = [
    { name: 'list, first page', path: list(() => 1) },
    { name: 'list, middle page', path: list(() => Math.ceil(pages / 2)) },
    { name: 'list, last page', path: list(() => pages) },
    { name: 'list, any page', path: list(anyOf(pages)) },
    { name: 'category, first page', path: list(() => 1, '器皿') },
    { name: 'category, any page', path: list(anyOf(inCategory), '器皿') },
    { name: 'category, last page', path: list(() => inCategory, '器皿') },
    {
      name: 'detail, any product',
      path: (random) =>
        ShopClient.path(`/product/${productIds[Math.floor(random * productIds.length)] ?? ''}`),
    },
  ]
  return [
    ...storefront.map((kind) => ({ ...kind, cache: 'hit' as const })),
    ...storefront.map((kind) => ({ ...kind, cache: 'miss' as const })),
    { name: 'admin products, first page', ...admin('products?page=1') },
    { name: 'admin products, middle page', ...admin(`products?page=${Math.ceil(products / 2)}`) },
    { name: 'admin products, last page', ...admin(`products?page=${products}`) },
    { name: 'admin products, by price', ...admin('products?page=1&sort=price&order=asc') },
    {
      name: 'admin products, by price, middle',
      ...admin(`products?page=${Math.ceil(products / 2)}&sort=price&order=asc`),
    },
    { name: 'admin search, first page', ...admin(`products?page=1&category=${part}`) },
    {
      name: 'admin search, middle page',
      ...admin(`products?page=${Math.ceil(products / 8)}&category=${part}`),
    },
    { name: 'admin orders, first page', ...admin('orders?page=1') },
    { name: 'admin orders, middle page', ...admin(`orders?page=${Math.ceil(orders / 2)}`) },
    { name: 'admin orders, last page', ...admin(`orders?page=${orders}`) },
    { name: 'admin orders, by total', ...admin('orders?page=1&sort=total&order=desc') },
    {
      name: 'admin orders, by total, middle',
      ...admin(`orders?page=${Math.ceil(orders / 2)}&sort=total&order=desc`),
    },
    {
      name: "a member's orders",
      cache: 'none',
      path: () => ShopClient.path('/orders?page=1'),
      token: memberToken,
    },
  ]
}

/** The order of draws is the same for each size and each run. */
export const drawsOf = (kind: Kind) => randomFrom(kind.name.length * 7_919 + 1)

export const sampleOwner = ownerOf(1)
