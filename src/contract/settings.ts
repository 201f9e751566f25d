import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './settings.schema.ts'

export type ShopSettings = Static<typeof schema.ShopSettings>
export type MailSettings = Static<typeof schema.MailSettings>
export type StockSettings = Static<typeof schema.StockSettings>
export type PaymentSettings = Static<typeof schema.PaymentSettings>
export type OrderSettings = Static<typeof schema.OrderSettings>

/** What an administrator can change while the shop is open, by group. */
export interface SettingValues {
  shop: ShopSettings
  mail: MailSettings
  stock: StockSettings
  payment: PaymentSettings
  order: OrderSettings
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
  payment: {
    methods: (['card', 'atm', 'cvs', 'barcode', 'transfer'] as const).map((method) => ({
      method,
      is_on: true,
      name: '',
      note: '',
    })),
    account: '',
  },
  order: {
    expires_card: 30,
    expires_code: 60,
    expires_manual: 7,
    completes_after: 7,
    returns_within: 7,
  },
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
  updatePayment: endpoint<typeof schema.updatePayment>({
    method: 'PUT',
    path: '{shop}/admin/settings/payment',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.update',
    summary: 'Change what shoppers can pay by',
  }),
  updateOrder: endpoint<typeof schema.updateOrder>({
    method: 'PUT',
    path: '{shop}/admin/settings/order',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.update',
    summary: 'Change how long orders wait for their money and can be returned',
  }),
}
