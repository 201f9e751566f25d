import type { PickupPlace } from '#contract/shipping.ts'

/** The address of an order that is picked up, stored in Chinese for those who read nothing but that. */
export function placeAddress({ name, address }: Pick<PickupPlace, 'name' | 'address'>): string {
  return `自取 ${name}（${address}）`
}
