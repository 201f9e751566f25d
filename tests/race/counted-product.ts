import type { Product, RaceHarness } from './race-harness.ts'

/** Counts a product that was not counted, or corrects its number. */
export async function setStock(
  harness: RaceHarness,
  product: Product,
  onHand: number,
): Promise<void> {
  const data = { on_hand: onHand, reason: 'counted' }
  await harness.call(harness.admin('PUT', `/stock/${product.id}`, data))
}

/** A product of which there are so many pieces. */
export async function counted(harness: RaceHarness, onHand: number, price = 100): Promise<Product> {
  const product = await harness.product(price)
  await setStock(harness, product, onHand)
  return product
}
