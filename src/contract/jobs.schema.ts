import Type from 'typebox'
import { Done, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'

/** Times are epoch seconds; `reason` is the last error. */
const FailedJob = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Set where the data of the job name something that has a page. */
  subject: Type.Optional(Type.Object({ kind: Type.String(), id: Type.String() })),
  attempts: Type.Integer(),
  created_at: Type.Integer(),
  failed_at: Type.Integer(),
  reason: Type.String(),
})

export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    name: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    jobs: Type.Array(FailedJob),
    pagination: Pagination,
    messages: Messages,
  }),
}
export const retry = { params: IdParams, reply: Done }
export const end = { params: IdParams, reply: Done }
