import type { Static } from 'typebox'
import type * as cartSchema from './cart.schema.ts'
import type * as schema from './coupons.schema.ts'
import { endpoint } from './endpoint.ts'

export type Coupon = Static<typeof schema.Coupon>
export type AppliedCoupon = Static<typeof schema.AppliedCoupon>
export type CouponInput = Static<typeof schema.CouponInput>
export type CouponUse = Static<typeof schema.adminUses.reply>['uses'][number]

export const couponApi = {
  apply: endpoint<typeof cartSchema.applyCoupon>({
    method: 'POST',
    path: '{shop}/coupon',
    caller: 'shopper',
    summary: 'Apply a coupon to the cart, in place of the one before',
    invalidMessage: '找不到優惠券!',
  }),
  clear: endpoint<typeof cartSchema.clearCoupon>({
    method: 'DELETE',
    path: '{shop}/coupon',
    caller: 'shopper',
    summary: 'Take the coupon off the cart',
    ignoresBody: true,
  }),
}

export const adminCouponApi = {
  list: endpoint<typeof schema.adminList>({
    method: 'GET',
    path: '{shop}/admin/coupons',
    caller: 'admin',
    permission: 'money.read',
    shows: ['coupon', 'order'],
    summary: 'One page of coupons, newest first unless sorted',
  }),
  detail: endpoint<typeof schema.adminDetail>({
    method: 'GET',
    path: '{shop}/admin/coupon/:id',
    caller: 'admin',
    permission: 'money.read',
    shows: ['coupon', 'order'],
    summary: 'A coupon with its rules, and how often it is used',
  }),
  uses: endpoint<typeof schema.adminUses>({
    method: 'GET',
    path: '{shop}/admin/coupon/:id/uses',
    caller: 'admin',
    permission: 'money.read',
    shows: ['coupon', 'order'],
    summary: 'One page of the uses of a coupon, newest first',
  }),
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/coupon',
    caller: 'admin',
    permission: 'coupon.write',
    action: 'coupon.create',
    summary: 'Create a coupon',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/coupon/:id',
    caller: 'admin',
    permission: 'coupon.write',
    action: 'coupon.update',
    summary: 'Change a coupon',
  }),
  remove: endpoint<typeof schema.remove>({
    method: 'DELETE',
    path: '{shop}/admin/coupon/:id',
    caller: 'admin',
    permission: 'coupon.write',
    action: 'coupon.archive',
    summary: 'Delete a coupon',
    ignoresBody: true,
  }),
}

/** The columns that the back office may sort coupons by. */
export const couponSortColumns = ['title', 'percent', 'due_date', 'code', 'is_enabled'] as const
export type CouponSortColumn = (typeof couponSortColumns)[number]
