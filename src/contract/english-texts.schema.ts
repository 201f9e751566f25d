import Type from 'typebox'
import { Done } from './paging.schema.ts'

const Kind = Type.Enum(['product', 'campaign', 'page', 'article'])
const params = Type.Object({ subject: Kind, id: Type.String({ minLength: 1, maxLength: 100 }) })

/** Texts in English; a field that is empty is read in Chinese. */
export const EnglishTextsInput = Type.Object({
  title: Type.String({ maxLength: 200 }),
  /** Of a product and of an announcement a short text, of a page and an announcement its body. */
  content: Type.Optional(Type.String({ maxLength: 100_000 })),
  description: Type.Optional(Type.String({ maxLength: 100_000 })),
})

const Texts = Type.Object({
  title: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
})

export const read = {
  params,
  reply: Type.Object({ success: Type.Literal(true), texts: Texts }),
}
export const update = { params, data: EnglishTextsInput, reply: Done }
