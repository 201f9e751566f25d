import { type Product, type RaceHarness, soldIdOf } from './race-harness.ts'

/** Counts a product that was not counted, or corrects its number. */
export async function setStock(
  harness: RaceHarness,
  product: Product,
  onHand: number,
): Promise<void> {
  const data = { on_hand: onHand, reason: 'counted' }
  await harness.call(harness.admin('PUT', `/stock/${soldIdOf(product)}`, data))
}

/** A product of which there are so many pieces. */
export async function counted(harness: RaceHarness, onHand: number, price = 100): Promise<Product> {
  const product = await harness.product(price)
  await setStock(harness, product, onHand)
  return product
}

/** A product in so many variants, with this many pieces of each. */
export async function countedVariants(
  harness: RaceHarness,
  count: number,
  onHand: number,
): Promise<Product[]> {
  const variants = await harness.variants(count)
  for (const variant of variants) await setStock(harness, variant, onHand)
  return variants
}
