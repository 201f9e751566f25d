import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './shipping.schema.ts'

export type ShippingMethod = Static<typeof schema.ShippingMethod>
export type ShippingOffer = Static<typeof schema.ShippingOffer>
export type OfferedMethod = ShippingOffer['methods'][number]
export type ShippingChoice = Static<typeof schema.ShippingChoice>
export type ChosenStore = Static<typeof schema.ChosenStore>
export type PickupPlace = Static<typeof schema.PickupPlace>
export type FeeSteps = Static<typeof schema.FeeSteps>
export type Outlying = Static<typeof schema.Outlying>
export type OrderShipping = Static<typeof schema.OrderShipping>

/** Shipping fee in whole NT$, for a discounted sum that was rounded. */
export function shippingFee(
  { fee, free_over: freeOver }: Pick<ShippingMethod, 'fee' | 'free_over'>,
  payable: number,
): number {
  return freeOver !== null && payable >= freeOver ? 0 : fee
}

export const shippingApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/shipping-methods',
    caller: 'anyone',
    shows: ['shipping', 'setting'],
    summary: 'The shipping methods that can be chosen, in their order',
  }),
}
