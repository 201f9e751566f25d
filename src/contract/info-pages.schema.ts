import Type from 'typebox'
import { CoercedBoolean } from './catalog.schema.ts'
import { ChangedFields } from './changed-fields.schema.ts'
import { Done, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'

const shown = {
  id: Type.String(),
  title: Type.String(),
  /** The last part of its address. */
  slug: Type.String(),
  is_public: Type.Boolean(),
  /** Epoch seconds. */
  changed_at: Type.Integer(),
}
export const InfoPage = Type.Object({ ...shown, content: Type.String() })
/** `preview` is what the link to a draft carries. */
const AdminListedPage = Type.Object({
  ...shown,
  preview: Type.String(),
  /** Whether the pages of all products show it, too. */
  is_on_products: Type.Boolean(),
})
const AdminInfoPage = Type.Object({ ...AdminListedPage.properties, content: Type.String() })

const pageFields = {
  title: Type.String({ minLength: 1, maxLength: 60 }),
  slug: Type.String({ maxLength: 60, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }),
  content: Type.String({ minLength: 1, maxLength: 100_000 }),
  is_public: CoercedBoolean,
  is_on_products: Type.Optional(CoercedBoolean),
}
export const InfoPageInput = Type.Object({
  ...pageFields,
  changed_fields: ChangedFields(pageFields),
})

const SlugParams = Type.Object({ slug: Type.String({ minLength: 1, maxLength: 200 }) })
/** Of the link to a draft. */
const Preview = Type.Object({ preview: Type.Optional(Type.String({ maxLength: 100 })) })

export const detail = {
  params: SlugParams,
  query: Preview,
  reply: Type.Object({ success: Type.Literal(true), page: InfoPage }),
}
export const onProducts = {
  reply: Type.Object({ success: Type.Literal(true), pages: Type.Array(InfoPage) }),
}
export const adminList = {
  query: PageQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    pages: Type.Array(AdminListedPage),
    pagination: Pagination,
    messages: Messages,
  }),
}
export const adminDetail = {
  params: IdParams,
  reply: Type.Object({ success: Type.Literal(true), page: AdminInfoPage }),
}
export const create = {
  data: InfoPageInput,
  reply: Type.Object({ ...Done.properties, id: Type.String() }),
}
export const update = { params: IdParams, data: InfoPageInput, reply: Done }
export const remove = { params: IdParams, reply: Done }
