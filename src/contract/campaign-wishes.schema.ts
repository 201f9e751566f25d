import Type from 'typebox'
import { Id, Messages, PageQuery, Pagination } from './paging.schema.ts'

const success = Type.Literal(true)

/** Products that one call names, as many as a campaign has. */
export const maxWishedProducts = 10

const Wish = Type.Object({
  product_id: Type.String(),
  /** Members who ask for a group buy of it. */
  members: Type.Integer(),
  /** The caller is one of them. */
  is_wished: Type.Boolean(),
})

export const readWishes = {
  /** The products, by commas. */
  query: Type.Object({ ids: Type.Optional(Type.String({ maxLength: 2_000 })) }),
  reply: Type.Object({ success, wishes: Type.Array(Wish) }),
}

export const setWish = {
  data: Type.Object({
    product_ids: Type.Array(Id, { minItems: 1, maxItems: maxWishedProducts, uniqueItems: true }),
    is_wished: Type.Boolean(),
  }),
  reply: Type.Object({ success, message: Type.String(), wishes: Type.Array(Wish) }),
}

export const adminWishes = {
  query: PageQuery,
  reply: Type.Object({
    success,
    wishes: Type.Array(
      Type.Object({
        product_id: Type.String(),
        title: Type.String(),
        picture: Type.String(),
        members: Type.Integer(),
        /** Seconds of the last one. */
        wished_at: Type.Integer(),
      }),
    ),
    pagination: Pagination,
    messages: Messages,
  }),
}
