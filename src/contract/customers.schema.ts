import Type from 'typebox'
import { participationStates } from './campaign-states.ts'
import { OrderMail } from './order-life.schema.ts'
import { orderStates } from './order-states.ts'
import { Done, PageQuery, Pagination, SortQuery } from './paging.schema.ts'

/** A customer number. */
const CustomerId = Type.String({ minLength: 1, maxLength: 20 })
const params = Type.Object({ id: CustomerId })

export const Customer = Type.Object({
  id: Type.String(),
  /** Contact of the last order. */
  name: Type.String(),
  email: Type.String(),
  tel: Type.String(),
  member_id: Type.Optional(Type.String()),
  /** Orders that are not cancelled. */
  orders: Type.Integer(),
  /** Captured less refunded, in whole NT$. */
  spent: Type.Integer(),
  /** Epoch seconds. */
  first_order: Type.Integer(),
  last_order: Type.Integer(),
  tags: Type.Array(Type.String()),
})

const CustomerNote = Type.Object({
  id: Type.String(),
  text: Type.String(),
  /** The author's name. */
  author: Type.String(),
  create_at: Type.Integer(),
})

const Day = Type.String({ maxLength: 10 })
const Count = Type.String({ maxLength: 15 })
/** Filters of customer lists; all of them must match. */
export const CustomerFilter = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100 })),
  /** One tag, or several with commas between: any of them. */
  tag: Type.Optional(Type.String({ maxLength: 500 })),
  orders_min: Type.Optional(Count),
  spent_min: Type.Optional(Count),
  /** Days of Asia/Taipei of the last order, both included. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})

export const list = {
  query: Type.Object({
    ...CustomerFilter.properties,
    ...SortQuery.properties,
    ...PageQuery.properties,
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    customers: Type.Array(Customer),
    pagination: Pagination,
    messages: Type.Array(Type.String()),
  }),
}

export const detail = {
  params,
  reply: Type.Object({
    success: Type.Literal(true),
    customer: Type.Object({
      ...Customer.properties,
      /** Of the last order. */
      address: Type.String(),
      /** Excluded from groups paid after success, because of two unpaid places in 180 days. */
      is_barred: Type.Boolean(),
      /** Customers with the same e-mail address. */
      may_be: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), is_member: Type.Boolean() }),
      ),
    }),
  }),
}

const part = <const T extends Record<string, Type.TSchema>>(items: T) => ({
  params,
  query: PageQuery,
  reply: Type.Object({ success: Type.Literal(true), ...items, pagination: Pagination }),
})
export const orders = part({
  orders: Type.Array(
    Type.Object({
      id: Type.String(),
      number: Type.String(),
      create_at: Type.Integer(),
      state: Type.Enum(orderStates),
      is_paid: Type.Boolean(),
      total: Type.Integer(),
      is_archived: Type.Boolean(),
    }),
  ),
})
export const groups = part({
  groups: Type.Array(
    Type.Object({
      id: Type.String(),
      code: Type.String(),
      campaign_id: Type.String(),
      title: Type.String(),
      state: Type.Enum(participationStates),
      qty: Type.Integer(),
      order_id: Type.String(),
      create_at: Type.Integer(),
      is_leader: Type.Boolean(),
    }),
  ),
})
export const coupons = part({
  coupons: Type.Array(
    Type.Object({
      coupon_id: Type.String(),
      title: Type.String(),
      code: Type.String(),
      order_id: Type.String(),
      number: Type.String(),
      discount: Type.Integer(),
      create_at: Type.Integer(),
      /** Given back: the order was cancelled. */
      is_returned: Type.Boolean(),
    }),
  ),
})
export const mails = part({
  mails: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** Missing for one that is about no order. */
      kind: Type.Optional(Type.String()),
      subject: Type.String(),
      recipient: Type.String(),
      state: OrderMail.properties.state,
      order_id: Type.Optional(Type.String()),
      at: Type.Integer(),
    }),
  ),
})
export const notes = part({ notes: Type.Array(CustomerNote) })

export const tags = {
  query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 20 })) }),
  reply: Type.Object({ success: Type.Literal(true), tags: Type.Array(Type.String()) }),
}

export const maxTags = 20
export const maxTagLength = 20
export const update = {
  params,
  data: Type.Object({
    tags: Type.Optional(Type.Array(Type.String({ maxLength: 100 }))),
    /** Tags shown to the administrator: those that others have changed since stay as they are. */
    shown_tags: Type.Optional(Type.Array(Type.String({ maxLength: 100 }))),
  }),
  reply: Done,
}
export const addNote = {
  params,
  data: Type.Object({ text: Type.String({ maxLength: 10_000 }) }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String(), note: CustomerNote }),
}
export const removeNote = {
  params: Type.Object({ id: CustomerId, noteId: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Done,
}
