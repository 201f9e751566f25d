import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './settings.schema.ts'

export type ShopSettings = Static<typeof schema.ShopSettings>
export type MailSettings = Static<typeof schema.MailSettings>
export type StockSettings = Static<typeof schema.StockSettings>

/** What an administrator can change while the shop is open, by group. */
export interface SettingValues {
  shop: ShopSettings
  mail: MailSettings
  stock: StockSettings
}

export type SettingGroup = keyof SettingValues

export const defaultSettings: SettingValues = {
  shop: {
    name: 'MinMin 團購',
    email: 'service@minmin.example',
    phone: '02-2345-6789',
    address: '',
  },
  mail: { sender_name: '' },
  stock: { low_at: 5 },
}

export const settingsApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/settings',
    caller: 'anyone',
    summary: 'The settings that the storefront shows',
  }),
}

/** `version` is that of the group as it was read; another one since then is a conflict. */
export const adminSettingsApi = {
  read: endpoint<typeof schema.adminRead>({
    method: 'GET',
    path: '{shop}/admin/settings',
    caller: 'admin',
    permission: 'setting.read',
    summary: 'All settings with the version of each group',
  }),
  updateShop: endpoint<typeof schema.updateShop>({
    method: 'PUT',
    path: '{shop}/admin/settings/shop',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.update',
    summary: 'Change who the shop is',
  }),
  updateMail: endpoint<typeof schema.updateMail>({
    method: 'PUT',
    path: '{shop}/admin/settings/mail',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.update',
    summary: 'Change how the shop sends mails',
  }),
  updateStock: endpoint<typeof schema.updateStock>({
    method: 'PUT',
    path: '{shop}/admin/settings/stock',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.update',
    summary: 'Change from which number on a product is low',
  }),
}
