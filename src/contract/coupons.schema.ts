import Type, { type TSchema } from 'typebox'
import { CoercedBoolean, CoercedInteger, EnabledFlag } from './catalog.schema.ts'
import { ChangedFields } from './changed-fields.schema.ts'
import { Done, Id, IdParams, Messages, PageQuery, Pagination, SortQuery } from './paging.schema.ts'

const RuleFlag = Type.Literal(1)

/** The rules of a coupon; one that it does not have is absent. */
const CouponRules = {
  max_uses: Type.Optional(Type.Integer()),
  max_uses_per_member: Type.Optional(Type.Integer()),
  min_total: Type.Optional(Type.Integer()),
  first_order_only: Type.Optional(RuleFlag),
  valid_from: Type.Optional(Type.Number()),
  categories: Type.Optional(Type.Array(Type.String())),
  product_ids: Type.Optional(Type.Array(Type.String())),
  allows_group: Type.Optional(RuleFlag),
}

export const Coupon = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    code: Type.String(),
    percent: Type.Integer(),
    due_date: Type.Number(),
    is_enabled: EnabledFlag,
    num: Type.Integer(),
    ...CouponRules,
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

export const maxCouponUses = 1_000_000
/** In NT$; an order cannot come to more. */
export const maxCouponMinTotal = 999_999_999_999

/** A rule that is absent stays as it is; null takes it off. */
const rule = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const useLimit = rule(CoercedInteger({ minimum: 1, maximum: maxCouponUses }))
const DueDate = Type.Union([
  Type.Number({ minimum: 1, maximum: maxDueDate }),
  Type.String({ pattern: '^[0-9]{1,16}$' }),
])
const category = Type.String({ minLength: 1, maxLength: 100 })

const couponFields = {
  title: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.String({ minLength: 1, maxLength: 100 }),
  percent: CoercedInteger({ minimum: 1, maximum: 100 }),
  due_date: DueDate,
  is_enabled: CoercedBoolean,
  max_uses: useLimit,
  max_uses_per_member: useLimit,
  min_total: rule(CoercedInteger({ minimum: 1, maximum: maxCouponMinTotal })),
  first_order_only: rule(CoercedBoolean),
  valid_from: rule(DueDate),
  categories: rule(Type.Array(category, { maxItems: 50 })),
  product_ids: rule(Type.Array(Id, { maxItems: 200 })),
  allows_group: rule(CoercedBoolean),
}

export const CouponInput = Type.Object(
  { ...couponFields, changed_fields: ChangedFields(couponFields) },
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
/** `uses` are those that count: without the ones that were given back. */
export const adminDetail = {
  params: IdParams,
  reply: Type.Object({ success: Type.Literal(true), coupon: Coupon, uses: Type.Integer() }),
}
/** `member` is masked, and absent for a guest; times are epoch seconds, the discount whole NT$. */
const CouponUse = Type.Object({
  order_id: Type.String(),
  order_number: Type.String(),
  member: Type.Optional(Type.String()),
  discount: Type.Integer(),
  at: Type.Integer(),
  returned_at: Type.Optional(Type.Integer()),
})
export const adminUses = {
  params: IdParams,
  query: PageQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    uses: Type.Array(CouponUse),
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
