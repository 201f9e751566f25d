import { expect, expectTypeOf, it } from 'vitest'
import { couponDialogModes } from '../coupons/coupon-dialog.ts'
import { type OrderDialog, orderDialogModes } from '../orders/order-dialog.ts'
import { type ProductDialog, productDialogModes } from '../products/product-dialog.ts'

it('APRODUCT-45 a product dialog creates, edits, deletes one and deletes many', () => {
  expect(productDialogModes).toEqual(['create', 'edit', 'delete', 'allDelete'])
  expectTypeOf<ProductDialog['mode']>().toEqualTypeOf<'create' | 'edit' | 'delete' | 'allDelete'>()
})

it('ACOUPON-22 a coupon dialog creates, edits, deletes one and deletes many', () => {
  expect(couponDialogModes).toEqual(['create', 'edit', 'delete', 'allDelete'])
})

it('AORDER-22 an order dialog edits and deletes; it creates nothing', () => {
  expect(orderDialogModes).toEqual(['edit', 'delete', 'allDelete'])
  expectTypeOf<OrderDialog['mode']>().toEqualTypeOf<'edit' | 'delete' | 'allDelete'>()
})
