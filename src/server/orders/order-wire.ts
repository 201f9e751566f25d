import type { CartLine } from '#contract/cart.ts'
import type { Order } from '#contract/orders.ts'
import { absolutePictures } from '../catalog/product-wire.ts'
import type { orderLines, orders } from '../db/tables/orders.ts'

export type OrderRow = typeof orders.$inferSelect
export type OrderLineRow = Omit<typeof orderLines.$inferSelect, 'orderId'>

/** An order as its shopper and the administrator see it. Times are epoch seconds. */
export function toOrder(
  row: Omit<OrderRow, 'deletedAt'>,
  lines: readonly OrderLineRow[],
  ownAddress: string,
): Order {
  return {
    ...row.extra,
    id: row.id,
    num: row.num,
    create_at: toSeconds(row.createdAt),
    is_paid: row.state === 'paid',
    message: row.message,
    total: row.total,
    products: Object.fromEntries(lines.map((line) => [line.id, toLine(line, ownAddress)])),
    user: {
      ...row.userExtra,
      name: row.userName,
      email: row.userEmail,
      tel: row.userTel,
      address: row.userAddress,
    },
    ...(row.paidAt && { paid_date: toSeconds(row.paidAt) }),
    ...(row.paymentMethod && { payment_method: row.paymentMethod }),
  }
}

export function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

function toLine(line: OrderLineRow, ownAddress: string): CartLine {
  return {
    id: line.id,
    product_id: line.productId,
    qty: line.qty,
    total: line.total,
    final_total: line.finalTotal,
    product: absolutePictures(line.product, ownAddress),
    ...(line.coupon && { coupon: line.coupon }),
  }
}
