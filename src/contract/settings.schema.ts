import Type, { type TObject } from 'typebox'

/** Who the shop is. The defaults are in `settings.ts`. */
export const ShopSettings = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 30 }),
  email: Type.String({ maxLength: 320, pattern: '^[^\\s@<>"]+@[^\\s@<>".]+(?:\\.[^\\s@<>".]+)+$' }),
  phone: Type.String({ minLength: 6, maxLength: 20, pattern: '^[0-9 #+()-]+$' }),
  /** Empty: none is shown. */
  address: Type.String({ maxLength: 120 }),
})

export const MailSettings = Type.Object({
  /** The name beside the sender's address; empty: as the configuration says. */
  sender_name: Type.String({ maxLength: 30, pattern: '^[^\\u0000-\\u001f<>"]*$' }),
})

export const StockSettings = Type.Object({
  /** Products with this many available or fewer are low. */
  low_at: Type.Integer({ minimum: 0, maximum: 999 }),
})

const paymentMethods = ['card', 'atm', 'cvs', 'barcode', 'transfer'] as const

/** What shoppers can pay by, in the order of the payment page. */
export const PaymentSettings = Type.Object({
  methods: Type.Array(
    Type.Object({
      method: Type.Enum(paymentMethods),
      is_on: Type.Boolean(),
      /** Empty: the shop's own word for it. */
      name: Type.String({ maxLength: 20 }),
      /** A line below the name; empty: the shop's own. */
      note: Type.String({ maxLength: 200 }),
    }),
    { minItems: paymentMethods.length, maxItems: paymentMethods.length },
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
})

const versioned = <T extends TObject>(values: T) =>
  Type.Object({ version: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }), values })

const AllSettings = Type.Object({
  shop: versioned(ShopSettings),
  mail: versioned(MailSettings),
  stock: versioned(StockSettings),
  payment: versioned(PaymentSettings),
  order: versioned(OrderSettings),
})

const Reply = Type.Object({ success: Type.Literal(true), settings: AllSettings })

export const read = {
  reply: Type.Object({
    success: Type.Literal(true),
    settings: Type.Object({ shop: ShopSettings }),
  }),
}
export const adminRead = { reply: Reply }

const updateOf = <T extends TObject>(values: T) => ({
  data: versioned(values),
  reply: Type.Object({ ...Reply.properties, message: Type.String() }),
})
export const updateShop = updateOf(ShopSettings)
export const updateMail = updateOf(MailSettings)
export const updateStock = updateOf(StockSettings)
export const updatePayment = updateOf(PaymentSettings)
export const updateOrder = updateOf(OrderSettings)
