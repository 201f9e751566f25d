import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './info-pages.schema.ts'

export type InfoPage = Static<typeof schema.InfoPage>
export type InfoPageInput = Static<typeof schema.InfoPageInput>
export type AdminInfoPage = Static<typeof schema.adminDetail.reply>['page']
export type ListedInfoPage = Static<typeof schema.adminList.reply>['pages'][number]

export const infoPageApi = {
  detail: endpoint<typeof schema.detail>({
    method: 'GET',
    path: '{shop}/page/:slug',
    caller: 'anyone',
    shows: ['page'],
    summary: 'A page that the shop wrote, such as 關於我們; a draft with the word of its link',
  }),
  onProducts: endpoint<typeof schema.onProducts>({
    method: 'GET',
    path: '{shop}/pages/products',
    caller: 'anyone',
    shows: ['page'],
    summary: 'The public pages that the page of every product shows, such as 運送 and 退換貨',
  }),
}

/** More would hide what the product itself says. */
export const maxPagesOnProducts = 6

export const adminInfoPageApi = {
  list: endpoint<typeof schema.adminList>({
    method: 'GET',
    path: '{shop}/admin/pages',
    caller: 'admin',
    permission: 'catalog.read',
    shows: ['page'],
    summary: 'One list page of all pages of the shop, the last changed first',
  }),
  detail: endpoint<typeof schema.adminDetail>({
    method: 'GET',
    path: '{shop}/admin/page/:id',
    caller: 'admin',
    permission: 'catalog.read',
    shows: ['page'],
    summary: 'A page of the shop with its content',
  }),
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/page',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'page.create',
    summary: 'Create a page',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/page/:id',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'page.update',
    summary: 'Change a page',
  }),
  remove: endpoint<typeof schema.remove>({
    method: 'DELETE',
    path: '{shop}/admin/page/:id',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'page.archive',
    summary: 'Delete a page',
    ignoresBody: true,
  }),
}
