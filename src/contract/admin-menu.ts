import { endpoint } from './endpoint.ts'
import type * as schema from './menu.schema.ts'

export const adminMenuApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/admin/menu',
    caller: 'admin',
    permission: 'setting.read',
    shows: ['setting', 'page', 'product'],
    summary: 'The menu and the footer, with the categories and pages that they can lead to',
  }),
  /** `version` is that of the menu as it was read; another one since then is a conflict. */
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/menu',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.update',
    summary: 'Change the menu and the footer',
  }),
}
