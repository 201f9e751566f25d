import type { ShippingSettings } from './settings.ts'

/** Shipping fee in whole NT$, for a discounted sum that was rounded. */
export function shippingFee(
  { fee, free_over: freeOver }: ShippingSettings,
  payable: number,
): number {
  return freeOver !== null && payable >= freeOver ? 0 : fee
}
