import Type from 'typebox'
import { CoercedBoolean } from './catalog.schema.ts'
import { ChangedFields } from './changed-fields.schema.ts'
import { Done, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'

const listed = {
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  image: Type.String(),
  /** As it was sent: a list of texts, or whatever JSON another client keeps here. */
  tag: Type.Unknown(),
  /** In seconds or milliseconds, as it was sent. */
  create_at: Type.Number(),
  author: Type.String(),
  isPublic: Type.Boolean(),
  num: Type.Integer(),
}
const ListedArticle = Type.Object(listed, { additionalProperties: true })
export const Article = Type.Object(
  { ...listed, content: Type.String() },
  { additionalProperties: true },
)

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
/** The last instant in milliseconds of thirteen digits, in the year 2286. */
export const maxTime = 9_999_999_999_999

const articleFields = {
  title: text(200),
  author: text(100),
  isPublic: CoercedBoolean,
  content: text(100_000),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
  /** Empty or null stands for no picture; the service checks the rest. */
  image: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
  /** Any JSON of at most 8 kB. */
  tag: Type.Optional(Type.Unknown()),
  /** Null is the time of saving; a text is a number or a date. */
  create_at: Type.Optional(
    Type.Union([
      Type.Number({ minimum: 1, maximum: maxTime }),
      Type.String({ maxLength: 40 }),
      Type.Null(),
    ]),
  ),
}

export const ArticleInput = Type.Object(
  { ...articleFields, changed_fields: ChangedFields(articleFields) },
  { additionalProperties: true },
)

const ArticleList = Type.Object({
  success: Type.Literal(true),
  articles: Type.Array(ListedArticle),
  pagination: Pagination,
  messages: Messages,
})
const OneArticle = Type.Object({ success: Type.Literal(true), article: Article })

export const list = { query: PageQuery, reply: ArticleList }
export const detail = { params: IdParams, reply: OneArticle }
export const adminList = { query: PageQuery, reply: ArticleList }
export const adminDetail = { params: IdParams, reply: OneArticle }
export const create = { data: ArticleInput, reply: Done }
export const update = { params: IdParams, data: ArticleInput, reply: Done }
export const remove = { params: IdParams, reply: Done }
