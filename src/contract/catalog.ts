import type { Static } from 'typebox'
import type * as schema from './catalog.schema.ts'
import { endpoint } from './endpoint.ts'

export type Product = Static<typeof schema.Product>
export type ProductOption = Static<typeof schema.ProductOption>
export type Variant = Static<typeof schema.Variant>
export type VariantInput = Static<typeof schema.VariantInput>
export type ProductChoice = Static<typeof schema.adminChoices.reply>['products'][number]
export type AdminProductFilter = Static<typeof schema.AdminProductFilter>
export type ProductInput = Static<typeof schema.ProductInput>
export type ListFilters = Static<typeof schema.ListFilters>
export type ListSort = NonNullable<ListFilters['sort']>

export const catalogApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/products',
    caller: 'anyone',
    shows: ['product', 'stock'],
    summary: 'One page of the enabled products, of one category, sorted and filtered if asked',
  }),
  all: endpoint<typeof schema.all>({
    method: 'GET',
    path: '{shop}/products/all',
    caller: 'anyone',
    shows: ['product', 'stock'],
    summary: 'All enabled products',
  }),
  detail: endpoint<typeof schema.detail>({
    method: 'GET',
    path: '{shop}/product/:id',
    caller: 'anyone',
    shows: ['product', 'stock'],
    summary: 'One enabled product',
  }),
  categories: endpoint<typeof schema.categories>({
    method: 'GET',
    path: '{shop}/categories',
    caller: 'anyone',
    summary: 'The categories of the enabled products, in the order of the shop',
  }),
  picks: endpoint<typeof schema.picks>({
    method: 'GET',
    path: '{shop}/products/picks',
    caller: 'anyone',
    summary: 'Six enabled products at random',
  }),
  related: endpoint<typeof schema.related>({
    method: 'GET',
    path: '{shop}/product/:id/related',
    caller: 'anyone',
    summary: 'Other enabled products of the same category, newest first',
  }),
  byIds: endpoint<typeof schema.byIds>({
    method: 'GET',
    path: '{shop}/products/by-ids',
    caller: 'anyone',
    summary: 'The enabled ones of up to 50 products, in the order of the ids',
  }),
}

export const adminCatalogApi = {
  list: endpoint<typeof schema.adminList>({
    method: 'GET',
    path: '{shop}/admin/products',
    caller: 'admin',
    permission: 'money.read',
    shows: ['product', 'stock'],
    summary: 'One page of all products, newest first unless sorted',
  }),
  choices: endpoint<typeof schema.adminChoices>({
    method: 'GET',
    path: '{shop}/admin/products/choices',
    caller: 'admin',
    permission: 'catalog.read',
    shows: ['product'],
    summary: 'The first 20 of all products with a text, newest first, or those of some ids',
  }),
  all: endpoint<typeof schema.adminAll>({
    method: 'GET',
    path: '{shop}/admin/products/all',
    caller: 'admin',
    permission: 'money.read',
    shows: ['product', 'stock'],
    summary: 'All products, keyed by id',
  }),
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/product',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'product.create',
    changes: ['product', 'stock'],
    summary: 'Create a product',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/product/:id',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'product.update',
    summary: 'Change a product',
  }),
  remove: endpoint<typeof schema.remove>({
    method: 'DELETE',
    path: '{shop}/admin/product/:id',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'product.archive',
    summary: 'Delete a product',
    ignoresBody: true,
  }),
}

/** The most ids that `products/by-ids` accepts. */
export const maxProductIds = 50

/** The content of a product for a screen: text, or the JSON value that another client stored. */
export function contentText({ content }: Pick<Product, 'content'>): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

/** The columns that the back office may sort products by. */
export const productSortColumns = [
  'title',
  'category',
  'is_enabled',
  'origin_price',
  'price',
] as const
export type ProductSortColumn = (typeof productSortColumns)[number]
