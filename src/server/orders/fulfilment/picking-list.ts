import type { PackingOrder, PickedProduct } from '#contract/packing.ts'

/** Products to fetch for these orders: by category, then title. */
export function pickingList(orders: readonly PackingOrder[]): PickedProduct[] {
  const products = new Map<string, PickedProduct>()
  for (const { lines } of orders) {
    const seen = new Set<string>()
    for (const { product_id, variant_id, title, unit, category, qty } of lines) {
      const id = variant_id ?? product_id
      const known = products.get(id)
      const { pieces, orders } = known ?? { pieces: 0, orders: 0 }
      const isNew = !seen.has(id)
      seen.add(id)
      products.set(id, {
        // The name of the first order, should a product have been renamed since.
        ...(known ?? { product_id, ...(variant_id && { variant_id }), title, unit, category }),
        pieces: pieces + qty,
        orders: orders + (isNew ? 1 : 0),
      })
    }
  }
  const collator = new Intl.Collator('zh-TW')
  return [...products.values()].toSorted(
    (a, b) =>
      collator.compare(a.category, b.category) ||
      collator.compare(a.title, b.title) ||
      ((a.variant_id ?? a.product_id) < (b.variant_id ?? b.product_id) ? -1 : 1),
  )
}
