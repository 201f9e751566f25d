import Type from 'typebox'
import { Done, IdParams, Messages } from './paging.schema.ts'

const List = Type.Enum(['orders', 'products', 'coupons', 'customers'])
/** The labels of columns, in the order of the list; null: the list's own. */
const Columns = Type.Union([
  Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { minItems: 1, maxItems: 30 }),
  Type.Null(),
])

export const ListView = Type.Object({
  id: Type.String(),
  list: List,
  name: Type.String(),
  /** As it stands in the address of the list. */
  query: Type.String(),
  columns: Columns,
  is_shared: Type.Boolean(),
  is_mine: Type.Boolean(),
})

const ViewInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  query: Type.String({ maxLength: 2_000 }),
  columns: Columns,
  is_shared: Type.Boolean(),
})

export const views = {
  query: Type.Object({ list: List }),
  reply: Type.Object({
    success: Type.Literal(true),
    views: Type.Array(ListView),
    columns: Columns,
    messages: Messages,
  }),
}
export const createView = {
  data: Type.Object({
    list: List,
    name: ViewInput.properties.name,
    query: ViewInput.properties.query,
    columns: Type.Optional(Columns),
    is_shared: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String(), view: ListView }),
}
export const updateView = {
  params: IdParams,
  data: Type.Partial(ViewInput),
  reply: createView.reply,
}
export const removeView = { params: IdParams, reply: Done }
export const chooseColumns = {
  data: Type.Object({ list: List, columns: Columns }),
  reply: Done,
}
