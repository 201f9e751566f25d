import Type from 'typebox'
import { ListFilters, Product } from './catalog.schema.ts'
import { Messages, PageQuery, Pagination } from './paging.schema.ts'

/** The service counts its characters after folding the space in it. */
const SearchWords = Type.Optional(Type.String({ maxLength: 10_000 }))

export const search = {
  query: Type.Object({
    ...PageQuery.properties,
    ...ListFilters.properties,
    q: SearchWords,
    sort: Type.Optional(Type.Union([Type.Literal('relevance'), ListFilters.properties.sort])),
    category: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    products: Type.Array(Product),
    pagination: Pagination,
    query: Type.String(),
    /** Exact up to 1,000. */
    total: Type.Integer(),
    total_unfiltered: Type.Integer(),
    messages: Messages,
  }),
}

export const suggestions = {
  query: Type.Object({ q: SearchWords }),
  reply: Type.Object({
    success: Type.Literal(true),
    suggestions: Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal('category'), Type.Literal('product')]),
        text: Type.String(),
        product_id: Type.Optional(Type.String()),
      }),
    ),
    messages: Messages,
  }),
}

export const missed = {
  query: Type.Object({
    ...PageQuery.properties,
    days: Type.Optional(Type.Union([Type.Literal('7'), Type.Literal('30'), Type.Literal('90')])),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    words: Type.Array(
      Type.Object({
        word: Type.String(),
        times: Type.Integer(),
        /** Epoch seconds. */
        last_at: Type.Integer(),
      }),
    ),
    pagination: Pagination,
    messages: Messages,
  }),
}
