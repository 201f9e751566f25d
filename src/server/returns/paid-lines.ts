import { allocate } from '#contract/allocate.ts'
import type { OrderLineRow } from '../orders/order-wire.ts'

/**
 * Paid for each line of an order, by its id, in whole NT$: all that was charged beside the shipping fee,
 * spread over the lines by their discounted prices. The fee is what is left of the total for it.
 */
export function paidOf(
  lines: readonly Pick<OrderLineRow, 'id' | 'finalTotal'>[],
  { total, shippingFee }: { total: number; shippingFee: number },
): { paid: Map<string, number>; fee: number } {
  const fee = Math.min(shippingFee, total)
  const weights = lines.map(({ finalTotal }) => Math.round(finalTotal * 100))
  const amounts = allocate(total - fee, weights)
  return { paid: new Map(lines.map(({ id }, index) => [id, amounts[index] ?? 0])), fee }
}
