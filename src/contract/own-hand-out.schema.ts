import Type from 'typebox'

/** The own code of a shopper, and what became of it. */
export const OwnHandOut = Type.Object({
  /** Absent once the goods were handed out. */
  code: Type.Optional(Type.String()),
  handed_out_at: Type.Optional(Type.Integer()),
})
