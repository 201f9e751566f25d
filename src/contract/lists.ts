import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './lists.schema.ts'
import type { Role } from './permissions.ts'

/** The lists of the back office that keep views and columns. */
export const viewedLists = ['orders', 'products', 'coupons', 'customers'] as const
export type ViewedList = (typeof viewedLists)[number]

/** Saved settings of a list under a name: filters, order and columns. */
export type ListView = Static<typeof schema.ListView>

/** Characters of a view's name, and views of one account for one list. */
export const maxViewName = 20
export const maxViews = 30

/** Whose views may be shared with all. */
export function mayShareViews(role: Role): boolean {
  return role === 'owner' || role === 'manager'
}

export const listApi = {
  views: endpoint<typeof schema.views>({
    method: 'GET',
    path: '{shop}/admin/views',
    caller: 'admin',
    permission: 'self',
    shows: ['view'],
    summary: "The caller's own views of a list, those that are shared, and the chosen columns",
  }),
  createView: endpoint<typeof schema.createView>({
    method: 'POST',
    path: '{shop}/admin/view',
    caller: 'admin',
    permission: 'self',
    action: 'view.create',
    summary: 'Keep filters, order and columns of a list under a name',
  }),
  updateView: endpoint<typeof schema.updateView>({
    method: 'PUT',
    path: '{shop}/admin/view/:id',
    caller: 'admin',
    permission: 'self',
    action: 'view.update',
    summary: 'Change a view of one’s own',
  }),
  removeView: endpoint<typeof schema.removeView>({
    method: 'DELETE',
    path: '{shop}/admin/view/:id',
    caller: 'admin',
    permission: 'self',
    action: 'view.delete',
    summary: 'Delete a view of one’s own',
  }),
  chooseColumns: endpoint<typeof schema.chooseColumns>({
    method: 'PUT',
    path: '{shop}/admin/columns',
    caller: 'admin',
    permission: 'self',
    action: 'view.columns',
    summary: 'Choose the columns of a list; without any, its own',
  }),
}
