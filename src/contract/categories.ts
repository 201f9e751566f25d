import type { Static } from 'typebox'
import type * as schema from './categories.schema.ts'
import { endpoint } from './endpoint.ts'

export type Category = Static<typeof schema.list.reply>['categories'][number]
export type CategoryInput = Static<typeof schema.update.data>

/** A category is a text of its products; the owner may give it a place, a picture and a text. */
export const adminCategoryApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/categories',
    caller: 'admin',
    permission: 'catalog.read',
    shows: ['category', 'product'],
    summary: 'The categories of all products, in their order',
  }),
  order: endpoint<typeof schema.order>({
    method: 'PUT',
    path: '{shop}/admin/categories',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'category.order',
    summary: 'Order the categories; those that are not named come last, that of the newest first',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/category',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'category.update',
    changes: ['category', 'product', 'coupon', 'setting'],
    summary:
      'Change the picture and the text of a category, and its name with that of its products',
  }),
  merge: endpoint<typeof schema.merge>({
    method: 'POST',
    path: '{shop}/admin/category/merge',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'category.merge',
    changes: ['category', 'product', 'coupon', 'setting'],
    summary: 'Give the products of a category to another one, which keeps picture and text',
  }),
}
