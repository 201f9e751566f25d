import Type from 'typebox'

const Typed = Type.Optional(Type.String({ maxLength: 60 }))

export const check = {
  /** One of them. */
  query: Type.Object({ mobile: Typed, love_code: Typed, tax_id: Typed }),
  reply: Type.Object({
    success: Type.Literal(true),
    /** Absent: nobody knows just now, which says nothing against it. */
    is_known: Type.Optional(Type.Boolean()),
    /** Of the company. */
    name: Type.Optional(Type.String()),
  }),
}
