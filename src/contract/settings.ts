import type { Static } from 'typebox'
import type { BackupValues } from './backups.ts'
import { type CreditSettings, defaultCredit, type ShownCredit } from './credit.ts'
import { endpoint } from './endpoint.ts'
import { defaultMenu, type MenuSettings, type ShopMenu } from './menu.ts'
import type * as schema from './settings.schema.ts'
import type { ShippingMethod } from './shipping.ts'

export type ShopSettings = Static<typeof schema.ShopSettings>
/** As the storefront knows it: with the menu, once it is not the built-in one. */
export type ShownShop = ShopSettings & { menu?: ShopMenu }
export type ShippingSettings = Static<typeof schema.ShippingSettings>
export type MailSettings = Static<typeof schema.MailSettings>
export type StockSettings = Static<typeof schema.StockSettings>
export type PaymentSettings = Static<typeof schema.PaymentSettings>
export type OrderSettings = Static<typeof schema.OrderSettings>
export type InvoiceSettings = Static<typeof schema.InvoiceSettings>
export type SecuritySettings = Static<typeof schema.SecuritySettings>
export type PrivacySettings = Static<typeof schema.PrivacySettings>
export type BrandSettings = Static<typeof schema.BrandSettings>
export type HomeSettings = Static<typeof schema.HomeSettings>
export type HomeBlockKind = HomeSettings['blocks'][number]['kind']
export type ShownBrand = Static<typeof schema.ShownBrand>

/** The terms of an order beside its goods, as the shop offers them now. */
export interface ShopTerms {
  shipping: ShippingSettings
  /** Absent of a shop that has one home method at the fee of `shipping`. */
  delivery?: ShippingMethod[]
  /** The page about returns, where the owner has published one. */
  returns?: { to: string; label: string }
  /** Credit and points of members; absent while both are off. */
  credit?: ShownCredit
  /** Ways to pay, by the words of the payment page. */
  methods: { name: string; authorises: boolean }[]
  /** Absent while the shop issues none: no order has an invoice to choose. */
  issuesInvoices?: true
}

/** Settings that an administrator can change at run time, by group. */
export interface SettingValues {
  shop: ShopSettings
  shipping: ShippingSettings
  mail: MailSettings
  stock: StockSettings
  payment: PaymentSettings
  order: OrderSettings
  invoice: InvoiceSettings
  security: SecuritySettings
  privacy: PrivacySettings
  menu: MenuSettings
  brand: BrandSettings
  home: HomeSettings
  credit: CreditSettings
  backup: BackupValues
}

export type SettingGroup = keyof SettingValues

/** That of the demo. Apart from the others: the storefront ships no more than this. */
export const defaultShop: ShopSettings = {
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
  is_closed: false,
  members_only: false,
  on_phones: false,
  has_english: false,
}

/** A shop that begins without the demo has none of its facts. */
export const emptyShop: ShopSettings = {
  ...defaultShop,
  email: '',
  phone: '',
  repository_url: '',
  demo_url: '',
  is_portfolio: false,
}

const withoutPicture = { picture: '', alt: '' }

/** A shop that has chosen nothing yet promises nothing: no offer, no story, no picture. */
export const defaultHome: HomeSettings = {
  hero: { ...withoutPicture, phone_picture: '', title: '', text: '', button: '立即選購', link: '' },
  blocks: [
    { kind: 'campaigns', is_on: true },
    { kind: 'new', is_on: true },
    { kind: 'picks', is_on: true },
    { kind: 'bestselling', is_on: false },
    { kind: 'category', is_on: false },
    { kind: 'offer', is_on: false },
    { kind: 'stories', is_on: false },
    { kind: 'banner', is_on: false },
    { kind: 'newsletter', is_on: false },
  ],
  category: '',
  offer: { title: '', rewards: [], code: '' },
  stories: [],
  banner: { ...withoutPicture, title: '', text: '', button: '', link: '' },
  newsletter: { ...withoutPicture, text: '' },
}

/** The two colours of the theme that an owner may replace. */
export const themeChoice = { accent: '#ad4e28', ground: '#fbf8f3' } as const

/** Until the server tells: a shop that wears the theme and shows nothing of its own. */
export const defaultShownBrand: ShownBrand = {
  logo: '',
  tagline: '',
  description: '',
  footer_text: '',
  accent: themeChoice.accent,
  paper: themeChoice.ground,
  home: {
    ...defaultHome,
    blocks: ['campaigns', 'new', 'picks'],
    offer: { title: '', rewards: [] },
  },
}

export const defaultSettings: SettingValues = {
  shop: defaultShop,
  shipping: { fee: 0, free_over: null, dispatch: '', returns_page: '' },
  mail: {
    sender_name: '',
    placed: null,
    paid: null,
    shipped: null,
    at_store: null,
    store_closed: null,
    changed: null,
    rest_closed: null,
    cancelled: null,
    refunded: null,
    return_news: null,
    answered: null,
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
    unpaid_orders: 50,
    unpaid_product_orders: 20,
    unpaid_pieces: 50,
    unpaid_network: 10,
    line_orders: false,
    line_orders_by_leaders: false,
  },
  invoice: { mode: 'none', when: 'shipping' },
  security: { requires_totp: false },
  privacy: { keeps_years: 5 },
  menu: defaultMenu,
  brand: {
    logo: '',
    ...themeChoice,
    corner: 'soft',
    density: 'calm',
    tagline: '',
    description: '',
    footer_text: '',
    announcement: { text: '', link: '', from: null, until: null },
  },
  home: defaultHome,
  credit: defaultCredit,
  backup: {
    is_on: false,
    at: '03:30',
    every_hours: 24,
    keep_days: 7,
    keep_weeks: 4,
    keep_months: 12,
  },
}

export const settingsApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/settings',
    caller: 'anyone',
    summary: 'The settings that the storefront shows',
  }),
  brand: endpoint<typeof schema.brand>({
    method: 'GET',
    path: '{shop}/brand',
    caller: 'anyone',
    summary: 'The brand that the storefront wears now',
  }),
}
