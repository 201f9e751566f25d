import Type from 'typebox'
import { Id, Messages, PageQuery, Pagination } from './paging.schema.ts'

const Kind = Type.Enum(['product', 'coupon', 'order', 'article', 'page'])

const TrashEntry = Type.Object({
  id: Type.String(),
  kind: Kind,
  /** The number of an order. */
  title: Type.String(),
  deleted_at: Type.Integer(),
  /** The name of who deleted it; empty where that was not kept. */
  by: Type.String(),
  /** The call that deleted it. */
  deletion: Type.Optional(Type.String()),
  /** That call took other entries, too, which are still here. */
  has_others: Type.Optional(Type.Literal(true)),
})

export const list = {
  query: Type.Object({ ...PageQuery.properties, kind: Type.Optional(Kind) }),
  reply: Type.Object({
    success: Type.Literal(true),
    entries: Type.Array(TrashEntry),
    pagination: Pagination,
    messages: Messages,
  }),
}
export const restore = {
  /** Entries of one kind, or all that one deletion took. */
  data: Type.Union([
    Type.Object({ kind: Kind, ids: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
    Type.Object({ deletion: Id }),
  ]),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    failed: Type.Array(Type.Object({ id: Type.String(), reason: Type.String() })),
  }),
}
