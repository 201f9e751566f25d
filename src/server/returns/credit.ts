import type { OrderWithLines } from '../orders/order-wire.ts'

/** Whether money may go back as credit of the member; the shop has none yet. */
export function isCreditOn(): boolean {
  return false
}

/** The part of an order that credit has paid beside its total, in whole NT$. */
export function creditOf(_: Pick<OrderWithLines, 'order' | 'progress'>): number {
  return 0
}
