import type { Product } from '#contract/catalog.ts'

type Rows = readonly Product[] | undefined

/** Leaves a block empty whose products all stand in the blocks above it; undefined is not known yet. */
export function withoutRepeats<K extends string>(
  order: readonly K[],
  rows: Partial<Record<K, Rows>>,
): Partial<Record<K, Rows>> {
  const above = new Set<string>()
  const kept: Partial<Record<K, Rows>> = {}
  for (const kind of order) {
    const products = rows[kind]
    const isRepeat = products?.every(({ id }) => above.has(id))
    kept[kind] = isRepeat ? [] : products
    for (const { id } of products ?? []) above.add(id)
  }
  return kept
}
