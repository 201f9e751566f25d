import Type from 'typebox'
import { Done, PageQuery, Pagination } from './paging.schema.ts'

const token = Type.String({ minLength: 1, maxLength: 300 })

export const subscribe = {
  data: Type.Object({ email: Type.String({ maxLength: 254 }) }),
  reply: Done,
}
export const confirm = { data: Type.Object({ token }), reply: Done }
export const unsubscribe = { query: Type.Object({ token }), reply: Done }

export const Subscriber = Type.Object({
  id: Type.String(),
  email: Type.String(),
  /** Epoch seconds. */
  confirmed_at: Type.Integer(),
})

export const list = {
  query: Type.Object({ ...PageQuery.properties }),
  reply: Type.Object({
    success: Type.Literal(true),
    subscribers: Type.Array(Subscriber),
    pagination: Pagination,
    messages: Type.Array(Type.String()),
  }),
}
