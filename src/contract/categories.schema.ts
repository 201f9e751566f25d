import Type from 'typebox'
import { Done, Messages } from './paging.schema.ts'

const name = Type.String({ minLength: 1, maxLength: 100 })
const Category = Type.Object({
  name: Type.String(),
  /** Of its products, also of those that shoppers cannot see. */
  count: Type.Integer(),
  /** The path of one of the shop, or a whole address; empty: none. */
  picture: Type.String(),
  text: Type.String(),
})

export const list = {
  reply: Type.Object({
    success: Type.Literal(true),
    categories: Type.Array(Category),
    messages: Messages,
  }),
}
export const order = {
  data: Type.Object({ names: Type.Array(name, { maxItems: 2_000 }) }),
  reply: Done,
}
export const update = {
  data: Type.Object({
    name,
    new_name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    }),
    picture: Type.String({ maxLength: 2_000 }),
    /** Of several lines. */
    text: Type.String({ maxLength: 500, pattern: '^[\\P{Cc}\\n]*$' }),
  }),
  reply: Done,
}
export const merge = { data: Type.Object({ name, into: name }), reply: Done }
