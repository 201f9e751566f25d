import * as schema from '#contract/coupons.schema.ts'
import type { AppliedCoupon, Coupon, CouponUse } from '#contract/coupons.ts'
import { maskEmail } from '#contract/masking.ts'
import type { coupons } from '../db/tables/coupons.ts'
import { isMemberOwner } from '../http/caller.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { omitKeys } from '../input/unknown-properties.ts'

export type CouponRow = typeof coupons.$inferSelect

/** The coupon of a cart. */
export type HeldCoupon = Omit<CouponRow, 'num' | 'extra' | 'createdAt' | 'deletedBy' | 'deletion'>

/** Keys of a coupon that the server owns: never stored as a client's own. */
export const knownCouponKeys = Object.keys({
  ...schema.Coupon.properties,
  ...schema.CouponInput.properties,
})

export function toCoupon(row: CouponRow): Coupon {
  const own = omitKeys(row.extra, knownCouponKeys)
  return { ...own, ...toAppliedCoupon(row), num: row.num, ...toRules(row) }
}

function toRules(row: CouponRow) {
  return {
    ...(row.maxUses !== null && { max_uses: row.maxUses }),
    ...(row.maxUsesPerMember !== null && { max_uses_per_member: row.maxUsesPerMember }),
    ...(row.minTotal !== null && { min_total: row.minTotal }),
    ...(row.isFirstOrderOnly && { first_order_only: 1 as const }),
    ...(row.validFrom !== null && { valid_from: row.validFrom }),
    ...(row.categories && { categories: row.categories }),
    ...(row.productIds && { product_ids: row.productIds }),
    ...(row.allowsGroup && { allows_group: 1 as const }),
  }
}

/** A coupon as a cart line and an order line carry it. */
export function toAppliedCoupon(
  row: Pick<CouponRow, 'id' | 'title' | 'code' | 'percent' | 'dueDate' | 'isEnabled'>,
): AppliedCoupon {
  return {
    id: row.id,
    title: row.title,
    code: row.code,
    percent: row.percent,
    due_date: row.dueDate,
    is_enabled: row.isEnabled ? 1 : 0,
  }
}

export function toCouponUse(use: {
  orderId: string
  orderNumber: string
  owner: string
  email: string
  discount: number
  usedAt: Date
  returnedAt: Date | null
}): CouponUse {
  const { orderId, orderNumber, owner, email, discount, usedAt, returnedAt } = use
  return {
    order_id: orderId,
    order_number: orderNumber,
    ...(isMemberOwner(owner) && { member: maskEmail(email) }),
    discount,
    at: toEpochSeconds(usedAt),
    ...(returnedAt && { returned_at: toEpochSeconds(returnedAt) }),
  }
}

/** The instant of a due date: in seconds below 1e11, else in milliseconds. */
export function dueInstant(dueDate: number): Date {
  return new Date(dueDate < 1e11 ? dueDate * 1000 : dueDate)
}
