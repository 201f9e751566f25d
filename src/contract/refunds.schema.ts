import Type from 'typebox'
import { Refund, RefundAccount, refundStates } from './order-life.schema.ts'
import { Done, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'

export const create = {
  params: IdParams,
  data: Type.Object(
    {
      /** In whole NT$. */
      amount: Type.Integer({ minimum: 1, maximum: 999_999_999_999 }),
      reason: Type.String({ minLength: 1, maxLength: 200 }),
      /** `credit`: the member takes it as 購物金, at once. */
      to: Type.Optional(Type.Enum(['source', 'credit'])),
    },
    { additionalProperties: true },
  ),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String(), data: Refund }),
}
export const ListedRefund = Type.Object({ ...Refund.properties, order_number: Type.String() })
export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    state: Type.Optional(Type.Enum(['all', ...refundStates])),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    refunds: Type.Array(ListedRefund),
    pagination: Pagination,
    messages: Messages,
  }),
}
export const complete = {
  params: IdParams,
  data: Type.Object(
    {
      /** The day of the remittance in Taipei, `yyyy-MM-dd`. */
      remitted_on: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
      account_last5: Type.String({ pattern: '^[0-9]{5}$' }),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}

export const account = { params: IdParams, data: RefundAccount, reply: Done }
export const redirect = { params: IdParams, reply: Done }
