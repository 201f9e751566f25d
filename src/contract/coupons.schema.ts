import Type from 'typebox'
import { CoercedBoolean, CoercedInteger, EnabledFlag } from './catalog.schema.ts'
import { Done, IdParams, Messages, PageQuery, Pagination, SortQuery } from './paging.schema.ts'

export const Coupon = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    code: Type.String(),
    percent: Type.Integer(),
    due_date: Type.Number(),
    is_enabled: EnabledFlag,
    num: Type.Integer(),
  },
  { additionalProperties: true },
)

/** A coupon as a cart line carries it. */
export const AppliedCoupon = Type.Object({
  id: Type.String(),
  title: Type.String(),
  code: Type.String(),
  percent: Type.Integer(),
  due_date: Type.Number(),
  is_enabled: EnabledFlag,
})

/** The last instant in milliseconds of thirteen digits, in the year 2286. */
export const maxDueDate = 9_999_999_999_999

export const CouponInput = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    code: Type.String({ minLength: 1, maxLength: 100 }),
    percent: CoercedInteger({ minimum: 1, maximum: 100 }),
    due_date: Type.Union([
      Type.Number({ minimum: 1, maximum: maxDueDate }),
      Type.String({ pattern: '^[0-9]{1,16}$' }),
    ]),
    is_enabled: CoercedBoolean,
  },
  { additionalProperties: true },
)

export const adminList = {
  query: Type.Object({ ...PageQuery.properties, ...SortQuery.properties }),
  reply: Type.Object({
    success: Type.Literal(true),
    coupons: Type.Array(Coupon),
    pagination: Pagination,
    messages: Messages,
  }),
}
const SavedCoupon = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  coupon: Coupon,
})
export const create = { data: CouponInput, reply: SavedCoupon }
export const update = { params: IdParams, data: CouponInput, reply: SavedCoupon }
export const remove = { params: IdParams, reply: Done }
