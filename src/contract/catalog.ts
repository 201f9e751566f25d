import type { Static } from 'typebox'
import type * as schema from './catalog.schema.ts'
import { endpoint } from './endpoint.ts'

export type Product = Static<typeof schema.Product>
export type ProductInput = Static<typeof schema.ProductInput>

export const catalogApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/products',
    caller: 'anyone',
    summary: 'One page of the enabled products, of one category if asked',
  }),
  all: endpoint<typeof schema.all>({
    method: 'GET',
    path: '{shop}/products/all',
    caller: 'anyone',
    summary: 'All enabled products',
  }),
  detail: endpoint<typeof schema.detail>({
    method: 'GET',
    path: '{shop}/product/:id',
    caller: 'anyone',
    summary: 'One enabled product',
  }),
}

export const adminCatalogApi = {
  list: endpoint<typeof schema.adminList>({
    method: 'GET',
    path: '{shop}/admin/products',
    caller: 'admin',
    permission: 'catalog.read',
    summary: 'One page of all products, newest first unless sorted',
  }),
  all: endpoint<typeof schema.adminAll>({
    method: 'GET',
    path: '{shop}/admin/products/all',
    caller: 'admin',
    permission: 'catalog.read',
    summary: 'All products, keyed by id',
  }),
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/product',
    caller: 'admin',
    permission: 'catalog.write',
    summary: 'Create a product',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/product/:id',
    caller: 'admin',
    permission: 'catalog.write',
    summary: 'Change a product',
  }),
  remove: endpoint<typeof schema.remove>({
    method: 'DELETE',
    path: '{shop}/admin/product/:id',
    caller: 'admin',
    permission: 'catalog.write',
    summary: 'Delete a product',
    ignoresBody: true,
  }),
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
