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

const versioned = <T extends TObject>(values: T) =>
  Type.Object({ version: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }), values })

const AllSettings = Type.Object({
  shop: versioned(ShopSettings),
  mail: versioned(MailSettings),
  stock: versioned(StockSettings),
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
