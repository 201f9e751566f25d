import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './settings.schema.ts'

export type ShopSettings = Static<typeof schema.ShopSettings>
export type ShippingSettings = Static<typeof schema.ShippingSettings>
export type MailSettings = Static<typeof schema.MailSettings>
export type StockSettings = Static<typeof schema.StockSettings>
export type PaymentSettings = Static<typeof schema.PaymentSettings>
export type OrderSettings = Static<typeof schema.OrderSettings>
export type SecuritySettings = Static<typeof schema.SecuritySettings>
export type PrivacySettings = Static<typeof schema.PrivacySettings>

/** What an administrator can change while the shop is open, by group. */
export interface SettingValues {
  shop: ShopSettings
  shipping: ShippingSettings
  mail: MailSettings
  stock: StockSettings
  payment: PaymentSettings
  order: OrderSettings
  security: SecuritySettings
  privacy: PrivacySettings
}

export type SettingGroup = keyof SettingValues

export const defaultSettings: SettingValues = {
  shop: {
    name: 'MinMin 團購',
    email: 'service@minmin.example',
    phone: '02-2345-6789',
    legal_name: '',
    person: '',
    tax_id: '',
    address: '',
    repository_url: 'https://github.com/minmin-shop/minmin',
    demo_url: 'https://minmin-shop.github.io/minmin/',
    is_portfolio: true,
  },
  shipping: { fee: 0, free_over: null },
  mail: {
    sender_name: '',
    placed: null,
    paid: null,
    shipped: null,
    cancelled: null,
    refunded: null,
  },
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
  security: { requires_totp: false },
  privacy: { keeps_years: 5 },
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
  updateShipping: endpoint<typeof schema.updateShipping>({
    method: 'PUT',
    path: '{shop}/admin/settings/shipping',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.update',
    summary: 'Change what shipping costs',
  }),
  updateSecurity: endpoint<typeof schema.updateSecurity>({
    method: 'PUT',
    path: '{shop}/admin/settings/security',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change what every account of the back office must have',
  }),
  updatePrivacy: endpoint<typeof schema.updatePrivacy>({
    method: 'PUT',
    path: '{shop}/admin/settings/privacy',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.update',
    summary: 'Change how long personal data are kept',
  }),
  previewMail: endpoint<typeof schema.previewMail>({
    method: 'POST',
    path: '{shop}/admin/settings/mail/preview',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.preview_mail',
    summary: 'A mail text as the shopper of a made-up order would get it; nothing is saved',
  }),
  testMail: endpoint<typeof schema.testMail>({
    method: 'POST',
    path: '{shop}/admin/settings/mail/test',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.test_mail',
    summary: "Send a mail text to the caller's own address; nothing is saved",
  }),
}
