import Type from 'typebox'

/** As it is typed: `readInvoiceChoice` puts it right, and says what is wrong with each field. */
export const InvoiceInput = Type.Object({
  kind: Type.Enum(['person', 'company', 'donation']),
  /** `member` without one; of a company `mobile`, or none: it is printed. */
  carrier_type: Type.Optional(Type.Enum(['member', 'mobile', 'citizen'])),
  /** A mobile barcode (手機條碼), or the number of a citizen's certificate (自然人憑證). */
  carrier: Type.Optional(Type.String({ maxLength: 60 })),
  tax_id: Type.Optional(Type.String({ maxLength: 60 })),
  title: Type.Optional(Type.String({ maxLength: 200 })),
  love_code: Type.Optional(Type.String({ maxLength: 60 })),
})
