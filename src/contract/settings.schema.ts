import Type, { type TObject } from 'typebox'
import { CreditSettings, ShownCredit } from './credit.schema.ts'
import { MenuSettings, ShownMenu } from './menu.schema.ts'
import { orderMailKinds } from './order-states.ts'

const line = '^[^\\u0000-\\u001f\\u007f]*$'
const httpsOrEmpty = Type.String({ maxLength: 300, pattern: '^(?:https://[^\\s<>"]+)?$' })

/** Shop details. The defaults are in `settings.ts`; an empty text is not shown. */
export const ShopSettings = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 30, pattern: line }),
  email: Type.String({
    maxLength: 320,
    pattern: '^(?:[^\\s@<>"]+@[^\\s@<>".]+(?:\\.[^\\s@<>".]+)+)?$',
  }),
  phone: Type.String({ pattern: '^(?:[0-9 #+()-]{6,20})?$' }),
  legal_name: Type.String({ maxLength: 60, pattern: line }),
  person: Type.String({ maxLength: 30, pattern: line }),
  /** 統一編號, or empty. */
  tax_id: Type.String({ pattern: '^(?:[0-9]{8})?$' }),
  address: Type.String({ maxLength: 120, pattern: line }),
  repository_url: httpsOrEmpty,
  demo_url: httpsOrEmpty,
  /** Whether the footer says that the site is there to be looked at. */
  is_portfolio: Type.Boolean(),
  /** Shoppers find a page that says so, and order nothing; without it as it was, at first open. */
  is_closed: Type.Optional(Type.Boolean()),
  /** Whether the storefront is read in English, too, below `/en`. */
  has_english: Type.Optional(Type.Boolean()),
  /** Whether only members may order. */
  members_only: Type.Optional(Type.Boolean()),
  /** Whether browsers keep the last pages for when there is no network, and may tell members of their orders. */
  on_phones: Type.Optional(Type.Boolean()),
})

/** In whole NT$. */
export const ShippingSettings = Type.Object({
  fee: Type.Integer({ minimum: 0, maximum: 10_000 }),
  /** From which discounted sum on nothing is charged; null: from none. */
  free_over: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()]),
  /** When goods leave, as pages of products say it; empty: they say nothing. */
  dispatch: Type.Optional(Type.String({ maxLength: 60, pattern: line })),
  /** The id of the page about returns; empty: none. Its link is shown while the page is public. */
  returns_page: Type.Optional(Type.String({ maxLength: 200, pattern: line })),
})

const MailText = Type.Object({
  subject: Type.String({ minLength: 1, maxLength: 100 }),
  text: Type.String({ minLength: 1, maxLength: 5_000 }),
})

export const MailSettings = Type.Object({
  /** The name beside the sender's address; empty: as the configuration says. */
  sender_name: Type.String({ maxLength: 30, pattern: '^[^\\u0000-\\u001f<>"]*$' }),
  /** Mail texts for each step of an order; null: the text that the shop ships. */
  placed: Type.Union([MailText, Type.Null()]),
  extended: Type.Optional(Type.Union([MailText, Type.Null()])),
  paid: Type.Union([MailText, Type.Null()]),
  shipped: Type.Union([MailText, Type.Null()]),
  at_store: Type.Optional(Type.Union([MailText, Type.Null()])),
  store_closed: Type.Optional(Type.Union([MailText, Type.Null()])),
  changed: Type.Optional(Type.Union([MailText, Type.Null()])),
  rest_closed: Type.Optional(Type.Union([MailText, Type.Null()])),
  cancelled: Type.Union([MailText, Type.Null()]),
  refunded: Type.Union([MailText, Type.Null()]),
  return_news: Type.Optional(Type.Union([MailText, Type.Null()])),
  answered: Type.Optional(Type.Union([MailText, Type.Null()])),
})

export const StockSettings = Type.Object({
  /** Products with this many available or fewer are low. */
  low_at: Type.Integer({ minimum: 0, maximum: 999 }),
})

const paymentMethods = ['card', 'atm', 'cvs', 'barcode', 'transfer'] as const
/** Of another provider; absent: after the others, by its own name, while its account is on. */
const furtherMethods = ['linepay.wallet'] as const

/** Payment methods, in the order of the payment page. */
export const PaymentSettings = Type.Object({
  methods: Type.Array(
    Type.Object({
      method: Type.Enum([...paymentMethods, ...furtherMethods]),
      is_on: Type.Boolean(),
      /** Empty: the shop's own word for it. */
      name: Type.String({ maxLength: 20 }),
      /** A line below the name; empty: the shop's own. */
      note: Type.String({ maxLength: 200 }),
    }),
    {
      minItems: paymentMethods.length,
      maxItems: paymentMethods.length + furtherMethods.length,
    },
  ),
  /** Where a transfer goes, as shoppers read it; empty: no transfers. */
  account: Type.String({ maxLength: 300 }),
})

/** How long an order may take. */
export const OrderSettings = Type.Object({
  /** Minutes in which an order has to be paid. */
  expires_card: Type.Integer({ minimum: 10, maximum: 1_440 }),
  /** Minutes that an order waits after the date of its number. */
  expires_code: Type.Integer({ minimum: 0, maximum: 4_320 }),
  /** Days in which a transfer has to come. */
  expires_manual: Type.Integer({ minimum: 1, maximum: 60 }),
  /** Days from delivery to completion. */
  completes_after: Type.Integer({ minimum: 0, maximum: 30 }),
  /** Days in which a completed order can be returned. */
  returns_within: Type.Integer({ minimum: 7, maximum: 90 }),
  /** Bounds on the unpaid orders of a shopper or mailbox that has paid for nothing yet. */
  unpaid_orders: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** Of these, with the same counted product. */
  unpaid_product_orders: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** Pieces of one counted product in them. */
  unpaid_pieces: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999 })),
  /** A network may have so many times as much. */
  unpaid_network: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** Orders of a chat (+1) are entered into groups by the staff, and by leaders. */
  line_orders: Type.Optional(Type.Boolean()),
  line_orders_by_leaders: Type.Optional(Type.Boolean()),
})

export const InvoiceSettings = Type.Object({
  /** `on`: shoppers choose an invoice, and the shop issues it. */
  mode: Type.Enum(['none', 'on']),
  /** When it is issued; what is paid at the pick-up or to a leader gets it with its money. */
  when: Type.Enum(['payment', 'shipping']),
  /** When it was turned on, in epoch seconds, as the server says: what was due before is none of it. */
  since: Type.Optional(Type.Integer()),
})

export const SecuritySettings = Type.Object({
  /** Whether every account of the back office must have a second factor. */
  requires_totp: Type.Boolean(),
})

export const PrivacySettings = Type.Object({
  keeps_years: Type.Integer({ minimum: 1, maximum: 10 }),
})

const color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })
const text = (maxLength: number) => Type.String({ maxLength, pattern: line })
/** Of several lines. */
const paragraph = (maxLength: number) => Type.String({ maxLength, pattern: '^[\\P{Cc}\\n]*$' })
/** A path of the shop or an https address; empty: the list of products. */
const link = Type.String({
  maxLength: 300,
  pattern: '^(?:/(?:[^/\\s<>"\\\\][^\\s<>"\\\\]*)?|https://[^\\s<>"]+)?$',
})
/** An uploaded picture, one that the theme brings, or none. */
const picture = Type.String({
  maxLength: 100,
  pattern:
    '^(?:theme:(?:hero|morning|dusk|gift|contact)|/uploads/[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}\\.jpg)?$',
})
/** Null: without a bound. In epoch seconds. */
const moment = Type.Union([Type.Integer({ minimum: 0, maximum: 32_503_680_000 }), Type.Null()])

const brandCorners = ['sharp', 'soft', 'round'] as const
const brandDensities = ['calm', 'compact'] as const

export const BrandSettings = Type.Object({
  /** Of the shop's own, made by the upload of a logo; empty: the name stands in its place. */
  logo: Type.String({
    maxLength: 100,
    pattern: '^(?:/uploads/[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}\\.png)?$',
  }),
  /** The name stands beside the logo, too. */
  shows_name: Type.Optional(Type.Boolean()),
  accent: color,
  ground: color,
  corner: Type.Enum(brandCorners),
  density: Type.Enum(brandDensities),
  /** On the card of the shop's link. */
  tagline: text(20),
  /** For search engines and shared links. */
  description: text(120),
  footer_text: text(120),
  /** A bar above the header; empty: none. */
  announcement: Type.Object({ text: text(80), link, from: moment, until: moment }),
})

const homeBlockKinds = [
  'campaigns',
  'new',
  'bestselling',
  'category',
  'picks',
  'offer',
  'stories',
  'banner',
  'newsletter',
] as const

const Story = Type.Object({ picture, alt: text(100), title: text(40), text: paragraph(400) })
const Banner = Type.Object({ ...Story.properties, button: text(12), link })

export const HomeSettings = Type.Object({
  /** Without a title it has the name of the shop. */
  hero: Type.Object({
    ...Banner.properties,
    title: paragraph(40),
    /** Below 577 px; empty: the same picture. */
    phone_picture: picture,
  }),
  /** In their order on the page, each kind once. */
  blocks: Type.Array(Type.Object({ kind: Type.Enum(homeBlockKinds), is_on: Type.Boolean() }), {
    maxItems: homeBlockKinds.length,
  }),
  /** Whose products the block of a category shows. */
  category: text(100),
  /** Its code stands there only while it is a coupon that can be used. */
  offer: Type.Object({
    title: text(40),
    rewards: Type.Array(text(30), { maxItems: 4 }),
    code: text(40),
  }),
  stories: Type.Array(Story, { maxItems: 4 }),
  banner: Banner,
  newsletter: Type.Object({ picture, alt: text(100), text: text(120) }),
})

const versioned = <T extends TObject>(values: T) =>
  Type.Object({ version: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }), values })

const AllSettings = Type.Object({
  shop: versioned(ShopSettings),
  shipping: versioned(ShippingSettings),
  mail: versioned(MailSettings),
  stock: versioned(StockSettings),
  payment: versioned(PaymentSettings),
  order: versioned(OrderSettings),
  invoice: versioned(InvoiceSettings),
  security: versioned(SecuritySettings),
  privacy: versioned(PrivacySettings),
  menu: versioned(MenuSettings),
  brand: versioned(BrandSettings),
  home: versioned(HomeSettings),
  credit: versioned(CreditSettings),
})

const Reply = Type.Object({ success: Type.Literal(true), settings: AllSettings })

export const read = {
  reply: Type.Object({
    success: Type.Literal(true),
    settings: Type.Object({
      shop: ShopSettings,
      shipping: ShippingSettings,
      /** Once it is not the built-in one. */
      menu: Type.Optional(ShownMenu),
      /** Orders take the choice of an invoice; absent while the shop issues none. */
      issues_invoices: Type.Optional(Type.Literal(true)),
      /** While credit or points are on. */
      credit: Type.Optional(ShownCredit),
    }),
  }),
}
export const adminRead = { reply: Reply }

const updateOf = <T extends TObject>(values: T) => ({
  data: versioned(values),
  reply: Type.Object({ ...Reply.properties, message: Type.String() }),
})
export const updateShop = updateOf(ShopSettings)
export const updateShipping = updateOf(ShippingSettings)
export const updateMail = updateOf(MailSettings)
export const updateStock = updateOf(StockSettings)
export const updatePayment = updateOf(PaymentSettings)
export const updateOrder = updateOf(OrderSettings)
export const updateInvoice = updateOf(InvoiceSettings)
export const updateSecurity = updateOf(SecuritySettings)
export const updatePrivacy = updateOf(PrivacySettings)
export const updateBrand = updateOf(BrandSettings)
export const updateHome = updateOf(HomeSettings)
export const updateCredit = updateOf(CreditSettings)

const groupRead = <T extends TObject>(values: T) => ({
  reply: Type.Object({ success: Type.Literal(true), ...versioned(values).properties }),
})
export const readBrand = groupRead(BrandSettings)
export const readHome = groupRead(HomeSettings)

export const uploadLogo = {
  reply: Type.Object({ success: Type.Literal(true), logo: Type.String() }),
}

const { logo, shows_name, tagline, description, footer_text } = BrandSettings.properties
const { hero, category, stories, banner, newsletter } = HomeSettings.properties

/** The brand as the storefront wears it now: nothing that is over, not yet, or not true. */
export const ShownBrand = Type.Object({
  logo,
  shows_name,
  tagline,
  description,
  footer_text,
  accent: color,
  paper: color,
  /** The address of the style sheet; absent where the theme has the same values. */
  sheet: Type.Optional(Type.String()),
  announcement: Type.Optional(Type.Object({ text: Type.String(), link: Type.String() })),
  home: Type.Object({
    hero,
    blocks: Type.Array(Type.Enum(homeBlockKinds)),
    category,
    offer: Type.Object({
      title: Type.String(),
      rewards: Type.Array(Type.String()),
      coupon: Type.Optional(
        Type.Object({
          code: Type.String(),
          percent: Type.Integer(),
          /** Whether it discounts every order, without conditions on its content. */
          is_for_all: Type.Boolean(),
        }),
      ),
    }),
    stories,
    banner,
    newsletter,
  }),
})
export const brand = {
  reply: Type.Object({ success: Type.Literal(true), brand: ShownBrand }),
}

const template = Type.Object({ template: Type.Enum(orderMailKinds), ...MailText.properties })
export const previewMail = {
  data: template,
  reply: Type.Object({
    success: Type.Literal(true),
    subject: Type.String(),
    html: Type.String(),
    text: Type.String(),
  }),
}
export const testMail = {
  data: template,
  reply: Type.Object({ success: Type.Literal(true), message: Type.String() }),
}
