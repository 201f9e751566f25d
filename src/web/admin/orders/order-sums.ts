import type { Order } from '#contract/orders.ts'
import { couponLabel } from '../coupons/coupon-label.ts'

interface OrderSums {
  subtotal: number
  discount: number
  total: number
  /** `frost，8 折`; undefined without a coupon. */
  coupon: string | undefined
}

/** What an order costs. The server's total is binding; what it leaves off the lines is the discount. */
export function orderSums(order: Order): OrderSums {
  const lines = Object.values(order.products)
  const subtotal = lines.reduce((sum, line) => sum + Math.round(line.total), 0)
  const total = Math.round(order.total)
  const coupon = lines.find((line) => line.coupon)?.coupon
  return {
    subtotal,
    discount: subtotal - total,
    total,
    coupon: coupon && `${coupon.code}，${couponLabel(coupon.percent)}`,
  }
}

/** The pieces of an order, all lines together. */
export function orderPieces(order: Order): number {
  return Object.values(order.products).reduce((sum, line) => sum + line.qty, 0)
}
