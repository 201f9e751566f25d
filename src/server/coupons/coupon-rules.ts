import type { CouponRow } from './coupon-wire.ts'

/** Whether a coupon can be used at `now`: it is there, it is enabled, and its day has not passed. */
export function isCouponUsable(
  coupon: Pick<CouponRow, 'isEnabled' | 'dueAt' | 'deletedAt'>,
  now: Date,
): boolean {
  return coupon.deletedAt === null && coupon.isEnabled && coupon.dueAt > now
}
