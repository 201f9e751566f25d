import type { StaffOrder } from '#contract/orders.ts'
import { couponLabel } from '../coupons/coupon-label.ts'

export interface OrderSums {
  subtotal: number
  discount: number
  total: number
  /** The part that credit and points pay. */
  credit?: number
  /** `frost，8 折`; undefined without a coupon. */
  coupon: string | undefined
}

/** The sums of an order; a server of the previous version sends the total alone. */
export function orderSums(order: StaffOrder): OrderSums | undefined {
  if (order.total === undefined) return undefined
  const lines = Object.values(order.products)
  const { subtotal, discount } = order
  const total = Math.round(order.total)
  const sum = subtotal ?? lines.reduce((amount, line) => amount + Math.round(line.total ?? 0), 0)
  const credit = (order.credit_used ?? 0) + (order.points_used ?? 0)
  const coupon = lines.find((line) => line.coupon)?.coupon
  return {
    subtotal: sum,
    discount: discount ?? sum + (order.shipping_fee ?? 0) - credit - total,
    credit,
    total,
    coupon: coupon && `${coupon.code}，${couponLabel(coupon.percent)}`,
  }
}

/** The pieces of an order, all lines together. */
export function orderPieces(order: StaffOrder): number {
  return Object.values(order.products).reduce((sum, line) => sum + line.qty, 0)
}
