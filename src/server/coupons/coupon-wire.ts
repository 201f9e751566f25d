import type { AppliedCoupon, Coupon } from '#contract/coupons.ts'
import type { coupons } from '../db/tables/coupons.ts'

export type CouponRow = typeof coupons.$inferSelect

/** The coupon of a cart. */
export type HeldCoupon = Omit<CouponRow, 'num' | 'extra' | 'createdAt'>

export function toCoupon(row: Omit<CouponRow, 'createdAt' | 'deletedAt' | 'dueAt'>): Coupon {
  return { ...row.extra, ...toAppliedCoupon(row), num: row.num }
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

/** The instant of a due date: in seconds below 1e11, else in milliseconds. */
export function dueInstant(dueDate: number): Date {
  return new Date(dueDate < 1e11 ? dueDate * 1000 : dueDate)
}
