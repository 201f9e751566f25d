import type { Coupon } from '#contract/coupons.ts'
import type { DialogMode, ListDialog } from '../lists/dialog-mode.ts'

export const couponDialogModes = [
  'create',
  'edit',
  'delete',
  'allDelete',
] as const satisfies readonly DialogMode[]

export type CouponDialog = ListDialog<Coupon, (typeof couponDialogModes)[number]>
